fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let bare = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "none");
    // On a host the C library has the start-up code and memcpy; bare metal needs only an entry point.
    println!("cargo::rustc-link-arg-bins={}", if bare { "-emain" } else { "-lc" });
}
