package org.ticktoquote.core.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One problem with the user's input. {@link #text()} formats all messages, such as
 * {@code matrix.yaml:12:9: window: '25:' is not a time, expected T0, ...}.
 *
 * @param place position in a file, if the problem is in one
 * @param path option or key concerned, outermost first, such as {@code --replayer-args}, {@code --spin}. Empty if there is
 *     none
 * @param value rejected value, as given
 * @param fault what is wrong, as the rest of a sentence that begins with the value. Can be empty
 * @param expected what would be valid. Can be empty
 */
public record Problem(Optional<Place> place, List<String> path, Optional<String> value, String fault, String expected) {
    private static final int MAX_VALUE_LENGTH = 80;

    /**
     * A place in a file.
     *
     * @param line line or row, from 1. 0 is the whole file, or a file without lines
     * @param column column number from 1. 0 is the whole line
     * @param offset byte offset from the start of a file without lines. {@link #NOWHERE} is the whole file
     */
    public record Place(String file, long line, int column, long offset) {
        private static final long NOWHERE = -1;

        public Place(String file, long line, int column) {
            this(file, line, column, NOWHERE);
        }

        /** Returns the place of a line in a text file, or of a row in another file. */
        public static Place atLine(Path file, long line) {
            return new Place(file.toString(), line, 0, NOWHERE);
        }

        /** Returns the place of a byte in a file without lines. */
        public static Place atByte(Path file, long offset) {
            return new Place(file.toString(), 0, 0, offset);
        }

        String text() {
            String bytes = offset == NOWHERE ? "" : ": byte " + offset;
            return line == 0 ? file + bytes : file + ":" + line + (column == 0 ? "" : ":" + column);
        }
    }

    public Problem {
        path = List.copyOf(path);
    }

    /** Creates a problem of an option such as {@code --window} or a key such as {@code window}. */
    public static Problem of(String optionOrKey) {
        return new Problem(Optional.empty(), List.of(optionOrKey), Optional.empty(), "", "");
    }

    /** Creates a problem of a value. The caller adds the option or key with {@link #under}. */
    public static Problem ofValue(Object value) {
        return new Problem(Optional.empty(), List.of(), Optional.of(String.valueOf(value)), "", "");
    }

    /** Creates a problem without an option or key. */
    public static Problem ofFault(String fault) {
        return new Problem(Optional.empty(), List.of(), Optional.empty(), fault, "");
    }

    /** Creates a problem of a file as a whole. */
    public static Problem of(Path file) {
        String name = file.toString().isEmpty() ? "''" : file.toString();
        return ofFault("").at(new Place(name, 0, 0));
    }

    public Problem at(Place where) {
        return new Problem(Optional.of(where), path, value, fault, expected);
    }

    public Problem value(Object given) {
        return new Problem(place, path, Optional.of(String.valueOf(given)), fault, expected);
    }

    public Problem fault(String what) {
        return new Problem(place, path, value, what, expected);
    }

    /** Returns the problem with a failure and its cause. Names the failed file if it differs from the problem's file. */
    public Problem fault(String what, Throwable cause) {
        String failed = cause instanceof FileSystemException of && of.getFile() != null ? of.getFile() : "";
        boolean other = !failed.isEmpty() && place.stream().noneMatch(where -> isOf(where.file(), failed));
        return fault(what + ": " + (other ? failed + ": " : "") + IoReason.of(cause));
    }

    /** Returns whether the failed file is the given file or a temporary file next to it. */
    private static boolean isOf(String file, String failed) {
        return failed.startsWith(file) && failed.indexOf('/', file.length()) < 0;
    }

    public Problem expected(String what) {
        return new Problem(place, path, value, fault, what);
    }

    /** Returns the outermost option or key concerned. */
    public Optional<String> about() {
        return path.stream().findFirst();
    }

    /** Returns the problem with its outermost option or key renamed, for a caller that passes the value on. */
    public Problem renamed(String optionOrKey) {
        List<String> renamed = new ArrayList<>(List.of(optionOrKey));
        renamed.addAll(path.subList(Math.min(1, path.size()), path.size()));
        return new Problem(place, renamed, value, fault, expected);
    }

    /**
     * Returns the problem as a part of an enclosing option or key. A problem with a place becomes the fault of that option.
     */
    public Problem under(String optionOrKey) {
        if (place.isPresent()) {
            return of(optionOrKey).fault(text());
        }
        List<String> longer = new ArrayList<>(List.of(optionOrKey));
        longer.addAll(path);
        return new Problem(place, longer, value, fault, expected);
    }

    /** Returns an exception with {@link ExitStatus#USAGE}. */
    public ProblemException exception() {
        return new ProblemException(ExitStatus.USAGE, this);
    }

    /** Returns an exception with {@link ExitStatus#USAGE} and a cause. */
    public ProblemException exception(@Nullable Throwable cause) {
        return new ProblemException(ExitStatus.USAGE, List.of(this), cause);
    }

    /** Returns an exception for a problem of an input or the host. */
    public ProblemException exception(ExitStatus status) {
        return new ProblemException(status, this);
    }

    public ProblemException exception(ExitStatus status, @Nullable Throwable cause) {
        return new ProblemException(status, List.of(this), cause);
    }

    /** Returns the problem as an I/O error, which ends a command with {@link ExitStatus#ENVIRONMENT}. */
    public UncheckedIOException failure(IOException cause) {
        return new UncheckedIOException(text(), cause);
    }

    /** Returns one line for the user, without characters that control a terminal. */
    public String text() {
        StringBuilder text = new StringBuilder();
        place.ifPresent(where -> text.append(where.text()).append(": "));
        path.forEach(each -> text.append(TerminalText.line(each)).append(": "));
        String what = value.map(Problem::quoted).orElse("");
        what += what.isEmpty() || fault.isEmpty() ? fault : " " + fault;
        text.append(what);
        if (!expected.isEmpty()) {
            text.append(what.isEmpty() ? "" : ", ").append("expected ").append(expected);
        }
        return TerminalText.visible(text.toString());
    }

    /** Quotes a value and truncates a long one. Escapes line feeds, so that a value cannot start a new line. */
    private static String quoted(String value) {
        String shown = value.length() <= MAX_VALUE_LENGTH ? value : value.substring(0, MAX_VALUE_LENGTH) + "...";
        return "'" + TerminalText.line(shown) + "'";
    }
}
