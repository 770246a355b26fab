package org.ticktoquote.host.state;

import org.ticktoquote.core.linux.KernelText;

/**
 * A line of {@code /proc/PID/stat} or {@code /proc/PID/task/TID/stat} (proc(5)): an id, a name in brackets, which may hold
 * spaces and brackets itself, and fields, counted from 0 behind the name. Hundreds of lines a look
 * are read: they are parsed in place, one after the other. Not thread-safe.
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

    private final KernelText text;
    private final long[] numbers = new long[POLICY + 1];
    private long id;
    private char state;
    private int fields;

    /** Of texts that are read one after the other. */
    public StatLine(KernelText text) {
        this.text = text;
    }

    /** Takes the line that the text is now; false when it is none. */
    public boolean parse() {
        fields = 0;
        id = text.oneLine() && text.nextWord() ? text.number() : KernelText.NONE;
        if (id == KernelText.NONE || !text.nextWordBehind(')')) {
            return false;
        }
        state = text.wordChar();
        for (fields = 1; fields < numbers.length && text.nextWord(); fields++) {
            numbers[fields] = text.number();
        }
        return true;
    }

    /** Of the process or thread. */
    public long id() {
        return id;
    }

    public String name() {
        return text.oneLine() ? text.between('(', ')') : "";
    }

    public char state() {
        return state;
    }

    /** Whether it is dead and only waits to be forgotten. */
    public boolean dead() {
        return state == 'Z' || state == 'X';
    }

    /** Whether it is stopped by a signal or a debugger. */
    public boolean stopped() {
        return state == 'T' || state == 't';
    }

    /** Whether the line has a field; older kernels write fewer. */
    public boolean has(int field) {
        return field < fields;
    }

    /** The number in a field that is there; {@link KernelText#NONE} also of a negative one. */
    public long number(int field) {
        return numbers[field];
    }
}
