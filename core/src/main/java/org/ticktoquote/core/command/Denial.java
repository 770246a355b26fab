package org.ticktoquote.core.command;

import java.io.FileNotFoundException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether an error comes from a permission that this user lacks: a lack of the host, whatever was to be done. */
public final class Denial {
    /** How a {@link FileNotFoundException} says it. */
    private static final String DENIED = "(Permission denied)";

    private Denial() {}

    /** Whether it is the cause, however deep. */
    public static boolean causes(@Nullable Throwable error) {
        for (Throwable each = error; each != null; each = each.getCause()) {
            boolean denied = each instanceof AccessDeniedException
                    || each instanceof FileNotFoundException
                            && String.valueOf(each.getMessage()).endsWith(DENIED);
            if (denied) {
                return true;
            }
        }
        return false;
    }

    /** The status of a refusal: a missing permission counts more than what could not be read without it. */
    public static ExitStatus status(Refusal refusal) {
        return causes(refusal) ? ExitStatus.ENVIRONMENT : refusal.status();
    }

    /** The status of several refusals that are reported at once: a missing permission counts most, else the first. */
    public static ExitStatus status(List<Refusal> refusals) {
        List<ExitStatus> all = refusals.stream().map(Denial::status).toList();
        return all.contains(ExitStatus.ENVIRONMENT) ? ExitStatus.ENVIRONMENT : all.get(0);
    }
}
