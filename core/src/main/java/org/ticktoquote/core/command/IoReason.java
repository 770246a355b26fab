package org.ticktoquote.core.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Describes why input or output failed, in plain words such as {@code no space left on device} and without class names.
 * Recognises errors caused by a missing permission of this user, which always count as faults of the host.
 */
public final class IoReason {
    private static final String MISSING = "no such file or directory";

    /**
     * Kernel error in a message of {@link ProcessBuilder}: {@code error=2, No such ...}, since Java 24
     * {@code error: 2 (No such ...)}.
     */
    private static final Pattern OF_A_START = Pattern.compile(".*\\berror(?:=|: )\\d+,? \\(?([^()]*)\\)? *");

    /** Kernel error in a message of {@link FileNotFoundException}. */
    private static final Pattern OF_AN_OPEN = Pattern.compile(".* \\(([^()]*)\\)");

    private static final Map<Class<?>, String> OF_A_TYPE = Map.of(
            NoSuchFileException.class,
            MISSING,
            AccessDeniedException.class,
            "permission denied",
            FileAlreadyExistsException.class,
            "already exists",
            DirectoryNotEmptyException.class,
            "directory not empty",
            NotDirectoryException.class,
            "not a directory",
            FileNotFoundException.class,
            MISSING);

    /** End of the message of a {@link FileNotFoundException} for a missing permission. */
    private static final String DENIED = "(Permission denied)";

    private IoReason() {}

    /** Returns the reason on one line, worded as the end of a sentence and without the file name. */
    public static String of(Throwable error) {
        String reason = reason(error).replaceAll("\\p{Cntrl}+", " ").strip();
        boolean sentence = reason.length() > 1 && Character.isLowerCase(reason.charAt(1));
        return sentence ? reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1) : reason;
    }

    private static String reason(Throwable error) {
        if (error instanceof UncheckedIOException wrapped && wrapped.getCause() != null) {
            return reason(wrapped.getCause());
        }
        if (error instanceof CharacterCodingException) {
            return "not UTF-8 text";
        }
        if (error instanceof JsonProcessingException json) {
            return JsonProblem.of(json, null);
        }
        @Nullable String message = error instanceof FileSystemException file ? file.getReason() : error.getMessage();
        if (error instanceof UnknownHostException) {
            return "unknown host '" + message + "'";
        }
        return ofTheSystem(message)
                .or(() -> Optional.ofNullable(OF_A_TYPE.get(error.getClass())))
                .or(() -> Optional.ofNullable(message).filter(text -> !text.isBlank()))
                .orElseGet(() -> error instanceof EOFException ? "unexpected end of file" : describe(error));
    }

    private static Optional<String> ofTheSystem(@Nullable String message) {
        for (Pattern each : new Pattern[] {OF_A_START, OF_AN_OPEN}) {
            Matcher matcher = each.matcher(String.valueOf(message));
            if (matcher.matches()) {
                return Optional.of(matcher.group(1));
            }
        }
        return Optional.empty();
    }

    /**
     * Derives a reason from the class of an error without a message: "closed channel" for {@code ClosedChannelException}.
     */
    private static String describe(Throwable error) {
        String name = error.getClass().getSimpleName().replaceFirst("(Exception|Error)$", "");
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** Returns whether an error, or any of its causes, reports a missing permission. */
    public static boolean isMissingPermission(@Nullable Throwable error) {
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
        return isMissingPermission(refusal) ? ExitStatus.ENVIRONMENT : refusal.status();
    }

    /**
     * Returns {@link ExitStatus#ENVIRONMENT} if a missing permission caused any of the exceptions, else the status of the
     * first.
     */
    public static ExitStatus status(List<ProblemException> refusals) {
        List<ExitStatus> all = refusals.stream().map(IoReason::status).toList();
        return all.contains(ExitStatus.ENVIRONMENT) ? ExitStatus.ENVIRONMENT : all.get(0);
    }
}
