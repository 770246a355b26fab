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
 * One thing that is wrong with what the user gave, as a value; {@link #text()} is the only place where a message is made of
 * it: {@code matrix.yaml:12:9: window: '25:' is not a time, expected T0, ...}.
 *
 * @param place where it stands, for what stands in a file
 * @param path the option or key that it is about, from the outside in: {@code --replayer-args}, {@code --spin}; empty when it
 *     is about none
 * @param value as it was given
 * @param fault what is wrong with it, as the rest of a sentence that begins with the value; may be empty
 * @param expected what would have been right; may be empty
 */
public record Problem(Optional<Place> place, List<String> path, Optional<String> value, String fault, String expected) {
    private static final int LONGEST_VALUE = 80;

    /**
     * A place in a file.
     *
     * @param line or row, from 1; 0: the whole file, or one without lines
     * @param column from 1; 0: the whole line
     * @param offset in bytes from the begin of a file without lines; {@link #NOWHERE}: the whole file
     */
    public record Place(String file, long line, int column, long offset) {
        private static final long NOWHERE = -1;

        public Place(String file, long line, int column) {
            this(file, line, column, NOWHERE);
        }

        /** A line of a text file, or a row of another one. */
        public static Place atLine(Path file, long line) {
            return new Place(file.toString(), line, 0, NOWHERE);
        }

        /** A place in a file without lines. */
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

    /** A problem with an option, {@code --window}, or a key, {@code window}. */
    public static Problem of(String optionOrKey) {
        return new Problem(Optional.empty(), List.of(optionOrKey), Optional.empty(), "", "");
    }

    /** A problem with a text, whatever holds it: the holder says {@linkplain #under which option} or key it is. */
    public static Problem ofValue(Object value) {
        return new Problem(Optional.empty(), List.of(), Optional.of(String.valueOf(value)), "", "");
    }

    /** A problem that is about no option or key by itself. */
    public static Problem ofFault(String fault) {
        return new Problem(Optional.empty(), List.of(), Optional.empty(), fault, "");
    }

    /** A problem with a file as a whole. */
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

    /** What failed, and why; the file that it happened to, where that is another one. */
    public Problem fault(String what, Throwable cause) {
        String failed = cause instanceof FileSystemException of && of.getFile() != null ? of.getFile() : "";
        boolean other = !failed.isEmpty() && place.stream().noneMatch(where -> isOf(where.file(), failed));
        return fault(what + ": " + (other ? failed + ": " : "") + IoReason.of(cause));
    }

    /** Whether a file is that one, or its neighbour while it is written. */
    private static boolean isOf(String file, String failed) {
        return failed.startsWith(file) && failed.indexOf('/', file.length()) < 0;
    }

    public Problem expected(String what) {
        return new Problem(place, path, value, fault, what);
    }

    /** The outermost option or key that it is about. */
    public Optional<String> about() {
        return path.stream().findFirst();
    }

    /** The same problem where the option or key has another name, as it has for whoever hands its value on. */
    public Problem renamed(String optionOrKey) {
        List<String> renamed = new ArrayList<>(List.of(optionOrKey));
        renamed.addAll(path.subList(Math.min(1, path.size()), path.size()));
        return new Problem(place, renamed, value, fault, expected);
    }

    /** The same problem as one of the option or key that holds all of it: a file with places of its own, or further options. */
    public Problem under(String optionOrKey) {
        if (place.isPresent()) {
            return of(optionOrKey).fault(text());
        }
        List<String> longer = new ArrayList<>(List.of(optionOrKey));
        longer.addAll(path);
        return new Problem(place, longer, value, fault, expected);
    }

    /** The refusal of a command line or a file with this problem. */
    public Refusal refusal() {
        return new Refusal(ExitStatus.USAGE, this);
    }

    /** The refusal, with what it comes from. */
    public Refusal refusal(@Nullable Throwable cause) {
        return new Refusal(ExitStatus.USAGE, List.of(this), cause);
    }

    /** The refusal of what is not the user's words: an input, or the host. */
    public Refusal refusal(ExitStatus status) {
        return new Refusal(status, this);
    }

    /** The same, with what it comes from. */
    public Refusal refusal(ExitStatus status, @Nullable Throwable cause) {
        return new Refusal(status, List.of(this), cause);
    }

    /** The same for whoever only knows failed input and output: {@link ExitStatus#ENVIRONMENT}. */
    public UncheckedIOException failure(IOException cause) {
        return new UncheckedIOException(text(), cause);
    }

    /** One line for people, without anything that could speak to a terminal. */
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

    /** A line feed in a value or key begins no line of ours. */
    private static String quoted(String value) {
        String shown = value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE) + "...";
        return "'" + TerminalText.line(shown) + "'";
    }
}
