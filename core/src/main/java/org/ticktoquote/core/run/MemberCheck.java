package org.ticktoquote.core.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What members of a document must be: each mistake names the member, its value and what is expected. */
public abstract class MemberCheck {
    /** More than any run has. */
    protected static final long MOST_TICKS = 1L << 40;
    /** 146 years: the sum of two is a time as well. */
    public static final long LONGEST_NS = Long.MAX_VALUE / 2;

    private final String before;
    private final List<String> mistakes = new ArrayList<>();

    /** Of members whose names begin so. */
    protected MemberCheck(String before) {
        this.before = before;
    }

    /** All that were found, in the order of the questions. */
    protected final List<String> mistakes() {
        return List.copyOf(mistakes);
    }

    /** One of some words. */
    protected final void oneOf(String member, String value, Set<String> expected) {
        require(
                expected.contains(value),
                member,
                "'" + value + "'",
                "one of " + expected.stream().sorted().toList());
    }

    /** Every number of a list, both ends included. */
    protected final void each(String member, List<? extends Number> values, long low, long high) {
        for (int i = 0; i < values.size(); i++) {
            within(member + "[" + i + "]", values.get(i).longValue(), low, high);
        }
    }

    /** Both ends included. */
    protected final void within(String member, long value, long low, long high) {
        require(value >= low && value <= high, member, value, low == high ? "" + low : low + ".." + high);
    }

    /** Both ends included. */
    protected final void within(String member, double value, double low, double high) {
        require(value >= low && value <= high, member, value, low + ".." + high);
    }

    /** A mistake unless it is sound. */
    protected final void require(boolean sound, String member, Object value, String expected) {
        if (!sound) {
            mistakes.add(before + member + " is " + value + ", expected " + expected);
        }
    }
}
