package org.ticktoquote.core.command;

import java.io.FileNotFoundException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recognises errors caused by a missing permission of this user. They always count as faults of the host
 * ({@link ExitStatus#ENVIRONMENT}).
 */
public final class MissingPermission {
    /** End of the message of a {@link FileNotFoundException} for a missing permission. */
    private static final String DENIED = "(Permission denied)";

    private MissingPermission() {}

    /** Returns whether an error, or any of its causes, reports a missing permission. */
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

    /** Returns {@link ExitStatus#ENVIRONMENT} if a missing permission caused the exception, else its own status. */
    public static ExitStatus status(ProblemException refusal) {
        return causes(refusal) ? ExitStatus.ENVIRONMENT : refusal.status();
    }

    /**
     * Returns {@link ExitStatus#ENVIRONMENT} if a missing permission caused any of the exceptions, else the status of the
     * first.
     */
    public static ExitStatus status(List<ProblemException> refusals) {
        List<ExitStatus> all = refusals.stream().map(MissingPermission::status).toList();
        return all.contains(ExitStatus.ENVIRONMENT) ? ExitStatus.ENVIRONMENT : all.get(0);
    }
}
