package org.ticktoquote.host.state;

import org.ticktoquote.core.linux.KernelText;

/**
 * Line of {@code /proc/PID/stat} or {@code /proc/PID/task/TID/stat} (proc(5)): an id, a name in parentheses, which can itself
 * contain spaces and parentheses, and fields, numbered from 0 after the name. Reusable: parses one line after another in
 * place, since a sample reads hundreds. Not thread-safe.
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

    /** Creates a parser for lines read into the text. */
    public StatLine(KernelText text) {
        this.text = text;
    }

    /** Parses the current line; returns false if it is malformed. */
    public boolean parse() {
        fields = 0;
        id = text.oneLine() && text.nextWord() ? text.number() : KernelText.NONE;
        if (id == KernelText.NONE || !text.nextWordAfter(')')) {
            return false;
        }
        state = text.wordChar();
        for (fields = 1; fields < numbers.length && text.nextWord(); fields++) {
            numbers[fields] = text.number();
        }
        return true;
    }

    /** Returns the id of the process or thread. */
    public long id() {
        return id;
    }

    public String name() {
        return text.oneLine() ? text.between('(', ')') : "";
    }

    /** Returns whether the name equals an ASCII text. */
    public boolean nameIs(String name) {
        return text.oneLine() && text.betweenIs('(', ')', name);
    }

    public char state() {
        return state;
    }

    /** Returns whether the process or thread has ended but was not reaped. */
    public boolean dead() {
        return state == 'Z' || state == 'X';
    }

    /** Returns whether a signal or a debugger has stopped the process or thread. */
    public boolean stopped() {
        return state == 'T' || state == 't';
    }

    /** Returns whether the line has a field; older kernels write fewer. */
    public boolean has(int field) {
        return field < fields;
    }

    /** Returns the number in an existing field; {@link KernelText#NONE} if it is negative. */
    public long number(int field) {
        return numbers[field];
    }
}
