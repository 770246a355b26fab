package org.ticktoquote.host.keep;

import com.sun.jna.LastErrorException;
import java.util.Optional;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.linux.CpuMask;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.state.CpuList;

/** CPU masks of threads of any process, by thread id. */
public interface ThreadMasks {
    /** Returns the mask of a thread; empty if the thread has ended. */
    Optional<CpuList> read(long tid);

    /**
     * Sets the mask of a thread. On success, the kernel has moved the thread before this method returns.
     *
     * @param reason rule of a plan, or {@link MaskRestorer#REASON}; recorded in the log
     */
    MaskChange set(long tid, CpuList cpus, String reason);

    /**
     * Called when another process changed a mask of a plan. Returns whether to set the plan's mask again, as it is by
     * default.
     */
    default boolean maskChanged(FoundThread thread, CpuList expected, CpuList found) {
        return true;
    }

    /** Called when a placed thread is no longer found. */
    default void ended(FoundThread thread) {}

    /**
     * Result of setting a mask.
     *
     * @param errno error number of the call; 0 if it succeeded or was not made
     * @param reason why the call was refused, for users; otherwise empty
     */
    public record MaskChange(int errno, String reason) {
        public static final MaskChange DONE = new MaskChange(0, "");
        /** The thread had ended: {@code ESRCH}. */
        public static final MaskChange GONE = new MaskChange(3, "");

        public static MaskChange refused(int errno, String reason) {
            return new MaskChange(errno, reason);
        }

        public boolean refused() {
            return !reason.isEmpty();
        }
    }

    /** Kernel masks, set with {@code sched_setaffinity(2)}. Covers threads of this user's processes, or of all as root. */
    public static final class LinuxMasks implements ThreadMasks {
        public LinuxMasks() {
            try {
                CpuMask.of(CpuMask.CALLING_THREAD);
            } catch (LinkageError notLinux) {
                throw Problem.ofFault("masks of threads cannot be set here: " + notLinux.getMessage())
                        .exception(ExitStatus.ENVIRONMENT, notLinux);
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
