package org.ticktoquote.harness.threads.mask;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.host.state.CpuList;

/** The kernel's own masks, by {@code sched_setaffinity(2)}: of threads of this user's processes, or of anybody's for root. */
public final class LinuxMasks implements ThreadMasks {
    /** Room for 8192 CPUs, the most that Linux is built for. */
    private static final int MASK_BYTES = 8192 / Byte.SIZE;

    private final LibC libC;
    private final byte[] mask = new byte[MASK_BYTES];

    public LinuxMasks() {
        try {
            libC = Native.load("c", LibC.class);
        } catch (LinkageError notLinux) {
            throw new Refusal(ExitStatus.ENVIRONMENT, "masks of threads cannot be set here: " + notLinux, notLinux);
        }
    }

    @Override
    public synchronized Optional<CpuList> read(long tid) {
        try {
            Arrays.fill(mask, (byte) 0);
            libC.sched_getaffinity((int) tid, new NativeLong(MASK_BYTES), mask);
            return Optional.of(CpuList.of(BitSet.valueOf(mask)));
        } catch (LastErrorException gone) {
            return Optional.empty();
        }
    }

    @Override
    public synchronized MaskChange set(long tid, CpuList cpus) {
        try {
            byte[] wanted = new byte[MASK_BYTES];
            byte[] bits = cpus.bits().toByteArray();
            System.arraycopy(bits, 0, wanted, 0, bits.length);
            libC.sched_setaffinity((int) tid, new NativeLong(MASK_BYTES), wanted);
            return MaskChange.DONE;
        } catch (LastErrorException e) {
            return e.getErrorCode() == LibC.ESRCH
                    ? MaskChange.GONE
                    : MaskChange.refused(String.valueOf(e.getMessage()).replaceFirst("^\\[[0-9]+] ", ""));
        }
    }
}
