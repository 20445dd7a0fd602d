//! Kafka's own bytes and values, checked where the library is meant to run: a Cortex-M3 and a RISC-V without an operating
//! system, both under QEMU; WebAssembly; and, as an ordinary program, any host. An argument is the number of a row that is
//! spoilt first: then the program has to fail.
#![cfg_attr(any(target_os = "none", target_family = "wasm"), no_std, no_main)]

mod check;
mod digest;
mod packed;

#[cfg(target_os = "none")]
mod bare {
    use crate::check;
    use core::fmt;
    use semihosting::{experimental::env, print, process};

    struct Host;
    impl fmt::Write for Host {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            print!("{text}");
            Ok(())
        }
    }

    #[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
    #[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
    fn main() -> ! {
        let args = env::args::<64>().expect("the host has a command line");
        let spoil = (&args).last().and_then(Result::ok).and_then(|last| last.parse().ok());
        process::exit(i32::from(!check::all(spoil, &mut Host)))
    }
}

#[cfg(target_family = "wasm")]
mod wasm {
    use crate::check;
    use core::fmt;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        fn print(text: *const u8, len: usize);
    }

    struct Host;
    impl fmt::Write for Host {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            // SAFETY: the host reads so many bytes from there, and keeps none.
            unsafe { print(text.as_ptr(), text.len()) };
            Ok(())
        }
    }

    #[panic_handler]
    fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
        let _ = fmt::write(&mut Host, format_args!("{info}\n"));
        core::arch::wasm32::unreachable()
    }

    /// Below 0 no row is spoilt.
    #[unsafe(no_mangle)]
    extern "C" fn run(spoil: i32) -> bool {
        check::all(spoil.try_into().ok(), &mut Host)
    }
}

#[cfg(not(any(target_os = "none", target_family = "wasm")))]
fn main() -> std::process::ExitCode {
    let mut out = String::new();
    let spoil = std::env::args().nth(1).and_then(|arg| arg.parse().ok());
    let good = check::all(spoil, &mut out);
    print!("{out}");
    if good { std::process::ExitCode::SUCCESS } else { std::process::ExitCode::FAILURE }
}
