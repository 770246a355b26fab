package org.ticktoquote.host.keep;

import com.sun.jna.LastErrorException;
import java.util.Optional;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.linux.CpuMask;
import org.ticktoquote.host.state.CpuList;

/** Masks of threads of any process, by the thread's id. */
public interface ThreadMasks {
    /** The CPUs that a thread may run on; empty when it does not exist any more. */
    Optional<CpuList> read(long tid);

    /**
     * Gives a thread a mask; the kernel has moved it when this returns.
     *
     * @param reason rule of a plan, or {@link MaskRestorer#REASON}; for accounts of what was done
     */
    MaskChange set(long tid, CpuList cpus, String reason);

    /**
     * What became of the wish to give a thread a mask.
     *
     * @param result of three kinds
     * @param errno of the call; 0 where it was done or not made
     * @param reason for people where it was refused
     */
    public record MaskChange(Result result, int errno, String reason) {
        /** The three kinds. */
        public enum Result {
            DONE,
            /** The thread had ended. */
            GONE,
            REFUSED
        }

        public static final MaskChange DONE = new MaskChange(Result.DONE, 0, "");
        /** {@code ESRCH}. */
        public static final MaskChange GONE = new MaskChange(Result.GONE, 3, "");

        public static MaskChange refused(int errno, String reason) {
            return new MaskChange(Result.REFUSED, errno, reason);
        }

        public boolean refused() {
            return result == Result.REFUSED;
        }
    }

    /** The kernel's own masks, by {@code sched_setaffinity(2)}: of threads of this user's processes, or of anybody's for root. */
    public static final class LinuxMasks implements ThreadMasks {
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
}
