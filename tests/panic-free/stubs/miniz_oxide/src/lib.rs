//! As much of `miniz_oxide` as the library calls.
#![no_std]

pub mod inflate {
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum TINFLStatus {
        FailedCannotMakeProgress,
        BadParam,
        Adler32Mismatch,
        Failed,
        Done,
        NeedsMoreInput,
        HasMoreOutput,
    }

    pub mod core {
        use super::TINFLStatus;
        use core::hint::black_box;

        pub mod inflate_flags {
            pub const TINFL_FLAG_HAS_MORE_INPUT: u32 = 2;
            pub const TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF: u32 = 4;
        }

        pub struct DecompressorOxide([u32; 99]);

        impl DecompressorOxide {
            pub const fn new() -> Self {
                DecompressorOxide([0; 99])
            }

            pub fn init(&mut self) {
                self.0.fill(black_box(0));
            }
        }

        /// Anything, however wrong.
        #[inline(never)]
        pub fn decompress(
            state: &mut DecompressorOxide,
            input: &[u8],
            output: &mut [u8],
            at: usize,
            flags: u32,
        ) -> (TINFLStatus, usize, usize) {
            black_box((state, input, output, at, flags));
            black_box((TINFLStatus::Done, 0, 0))
        }
    }
}
