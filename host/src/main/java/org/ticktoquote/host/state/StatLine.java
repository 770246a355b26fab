package org.ticktoquote.host.state;

import java.util.Optional;

/**
 * A line of {@code /proc/PID/stat} or {@code /proc/PID/task/TID/stat} (proc(5)): an id, a name in brackets, which may hold
 * spaces and brackets itself, and fields, counted from 0 behind the name. Hundreds of lines a look are read: it is not split.
 */
public final class StatLine {
    public static final int STATE = 0;
    public static final int PARENT = 1;
    public static final int GROUP = 2;
    public static final int FLAGS = 6;
    /** {@code PF_KTHREAD} in the flags. */
    public static final long KERNEL_FLAG = 0x200000;

    public static final int MINOR_FAULTS = 7;
    public static final int MAJOR_FAULTS = 9;
    public static final int USER_TICKS = 11;
    public static final int SYSTEM_TICKS = 12;
    public static final int START_TICKS = 19;
    public static final int CPU = 36;
    public static final int PRIORITY = 37;
    public static final int POLICY = 38;

    private final String line;
    private final int open;
    private final int close;
    /** Where each field begins, up to the one behind the policy; 0 for those that are not there. */
    private final int[] starts = new int[POLICY + 2];

    private StatLine(String line, int open, int close) {
        this.line = line;
        this.open = open;
        this.close = close;
        int at = close + 2;
        for (int i = 0; i < starts.length && at > 0 && at < line.length(); i++) {
            starts[i] = at;
            at = line.indexOf(' ', at) + 1;
        }
    }

    /** The line's parts; empty when it is none. */
    public static Optional<StatLine> parse(String text) {
        int open = text.indexOf('(');
        int close = text.lastIndexOf(')');
        return open < 1 || close < open
                ? Optional.empty()
                : Optional.of(new StatLine(text.stripTrailing(), open, close));
    }

    /** Of the process or thread. */
    public long id() {
        return Long.parseLong(line, 0, open - 1, 10);
    }

    public String name() {
        return line.substring(open + 1, close);
    }

    public char state() {
        return line.charAt(starts[STATE]);
    }

    /** Whether it is dead and only waits to be forgotten. */
    public boolean dead() {
        return state() == 'Z' || state() == 'X';
    }

    /** Whether the line has a field; older kernels write fewer. */
    public boolean has(int field) {
        return starts[field] > 0;
    }

    /** The number in a field that is there. */
    public long number(int field) {
        int end = starts[field + 1] > 0 ? starts[field + 1] - 1 : line.length();
        return Long.parseLong(line, starts[field], end, 10);
    }
}
