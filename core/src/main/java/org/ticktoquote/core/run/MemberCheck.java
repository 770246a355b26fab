package org.ticktoquote.core.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks members of a document. Each mistake names the member, its value and the expectation. */
public abstract class MemberCheck {
    /** More than any run has. */
    protected static final long MAX_TICKS = 1L << 40;
    /** 146 years, so that the sum of two values cannot overflow. */
    public static final long MAX_NS = Long.MAX_VALUE / 2;

    private final String before;
    private final List<String> problems = new ArrayList<>();

    /** Creates a check of members whose names begin with a prefix. */
    protected MemberCheck(String before) {
        this.before = before;
    }

    protected final List<String> problems() {
        return List.copyOf(problems);
    }

    /** Requires one of several words. */
    protected final void oneOf(String member, String value, Set<String> expected) {
        require(
                expected.contains(value),
                member,
                "'" + value + "'",
                "one of " + String.join(", ", new TreeSet<>(expected)));
    }

    /** Requires each number of a list to be within bounds, both included. */
    protected final void each(String member, List<? extends Number> values, long low, long high) {
        for (int i = 0; i < values.size(); i++) {
            within(member + "[" + i + "]", values.get(i).longValue(), low, high);
        }
    }

    /** Requires a number within bounds, both included. */
    protected final void within(String member, long value, long low, long high) {
        require(value >= low && value <= high, member, value, low == high ? "" + low : low + ".." + high);
    }

    /** Requires a number within bounds, both included. */
    protected final void within(String member, double value, double low, double high) {
        require(value >= low && value <= high, member, value, low + ".." + high);
    }

    /** Adds a mistake unless the member is valid. */
    protected final void require(boolean sound, String member, Object value, String expected) {
        if (!sound) {
            problems.add(before + member + " is " + value + ", expected " + expected);
        }
    }
}
