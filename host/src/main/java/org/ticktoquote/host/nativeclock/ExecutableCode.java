package org.ticktoquote.host.nativeclock;

import com.sun.jna.LastErrorException;
import com.sun.jna.Pointer;
import org.ticktoquote.core.linux.LibC;

/**
 * A few bytes of machine code in a page of their own, for as long as the process lives: written first and executable
 * afterwards, never both at once.
 */
final class ExecutableCode {
    private static final long PAGE = 65_536; // the largest page size of the supported processors
    private static final int READ_WRITE = 0x3;
    private static final int READ_EXECUTE = 0x5;
    private static final int PRIVATE_ANONYMOUS = 0x22;

    private ExecutableCode() {}

    /**
     * Loads the code and returns its address.
     *
     * @throws UnsupportedOperationException when the kernel refuses it
     */
    static long load(byte[] code) {
        try {
            LibC libC = LibC.get();
            long address = libC.mmap(0, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
            new Pointer(address).write(0, code, 0, code.length);
            libC.mprotect(address, PAGE, READ_EXECUTE);
            return address;
        } catch (LastErrorException refused) {
            throw new UnsupportedOperationException(
                    "the kernel refuses to make memory executable (" + refused.getMessage()
                            + "); SELinux without execmem does that, and so do hardened kernels",
                    refused);
        } catch (LinkageError notLinux) {
            throw new UnsupportedOperationException("no C library of Linux here: " + notLinux.getMessage(), notLinux);
        }
    }
}
