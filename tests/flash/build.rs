use std::{env, fs, path::PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg-bin=flash=-emain");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    // The frame sizes of functions, which no program looks at: without this the linker drops them.
    fs::write(
        out.join("stack.x"),
        "SECTIONS { .stack_sizes (INFO) : { KEEP(*(.stack_sizes)); } } INSERT AFTER .text;\n",
    )
    .expect("OUT_DIR is writable");
    println!("cargo::rustc-link-search={}", out.display());
    println!("cargo::rustc-link-arg-bin=flash=-Tstack.x");
    // QEMU's mps2-an385.
    fs::write(
        out.join("memory.x"),
        "MEMORY { FLASH : ORIGIN = 0, LENGTH = 4M RAM : ORIGIN = 0x20000000, LENGTH = 4M }\n",
    )
    .expect("OUT_DIR is writable");
    println!("cargo::rustc-link-arg-bin=count=-Tlink.x");
}
