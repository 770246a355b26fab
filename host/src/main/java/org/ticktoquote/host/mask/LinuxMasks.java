package org.ticktoquote.host.mask;

import com.sun.jna.LastErrorException;
import java.util.Optional;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.linux.CpuMask;
import org.ticktoquote.host.state.CpuList;

/** The kernel's own masks, by {@code sched_setaffinity(2)}: of threads of this user's processes, or of anybody's for root. */
public final class LinuxMasks implements ThreadMasks {
    public LinuxMasks() {
        try {
            CpuMask.of(CpuMask.CALLING_THREAD);
        } catch (LinkageError notLinux) {
            throw Problem.ofFault("masks of threads cannot be set here: " + notLinux.getMessage())
                    .refusal(ExitStatus.ENVIRONMENT, notLinux);
        }
    }

    @Override
    public Optional<CpuList> read(long tid) {
        try {
            return Optional.of(CpuList.of(CpuMask.of((int) tid)));
        } catch (LastErrorException gone) {
            return Optional.empty();
        }
    }

    @Override
    public MaskChange set(long tid, CpuList cpus, String reason) {
        try {
            CpuMask.set((int) tid, cpus.bits());
            return MaskChange.DONE;
        } catch (LastErrorException e) {
            return e.getErrorCode() == MaskChange.GONE.errno()
                    ? MaskChange.GONE
                    : MaskChange.refused(
                            e.getErrorCode(), String.valueOf(e.getMessage()).replaceFirst("^\\[[0-9]+] ", ""));
        }
    }
}
