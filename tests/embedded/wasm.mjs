// wasm.mjs FILE [ROW]: runs the module; the exit code says whether all was well.
import { readFileSync } from "node:fs";

const [file, row = "-1"] = process.argv.slice(2);
let memory;
const print = (at, length) => process.stdout.write(Buffer.from(memory.buffer, at, length).toString());
const { instance } = await WebAssembly.instantiate(readFileSync(file), { host: { print } });
memory = instance.exports.memory;
process.exitCode = instance.exports.run(Number(row)) ? 0 : 1;
