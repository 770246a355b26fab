package org.ticktoquote.host.state;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.linux.CpuMask;

/** CPU numbers in the kernel's list format, {@code 0-3,8} (Documentation/admin-guide/kernel-parameters.rst). Immutable. */
public final class CpuList {
    private static final Pattern RANGE = Pattern.compile("([0-9]+)(?:-([0-9]+|N))?(?::([0-9]+)/([0-9]+))?");
    /** Blanks next to separators, the only ones allowed. Removing a blank between digits would join two numbers. */
    private static final Pattern BLANKS = Pattern.compile(" *([,-]) *");

    /** Matches one element, since a pattern for the whole list would need stack depth proportional to its length. */
    private static final Pattern ELEMENT = Pattern.compile("([0-9]{1,4})(?:-([0-9]{1,4}))?");

    /** Far above real CPU numbers; limits the memory that a long number can allocate. */
    private static final int MAX_CPU = 99_999;

    private final BitSet cpus;

    private CpuList(BitSet cpus) {
        this.cpus = cpus;
    }

    public static CpuList none() {
        return new CpuList(new BitSet());
    }

    public static CpuList of(int cpu) {
        BitSet one = new BitSet();
        one.set(cpu);
        return new CpuList(one);
    }

    /** Returns the CPUs whose bits are set. */
    public static CpuList of(BitSet cpus) {
        return new CpuList((BitSet) cpus.clone());
    }

    /**
     * Parses a list. Ignores words that are not CPU numbers, such as the flags of {@code isolcpus}. {@code all} and
     * {@code N} refer to CPUs up to {@code last}.
     */
    public static CpuList parse(String text, int last) {
        BitSet cpus = new BitSet();
        for (String word : text.trim().split(",", -1)) {
            Matcher range = RANGE.matcher(word.trim());
            if (word.trim().equals("all")) {
                cpus.set(0, last + 1);
            } else if (range.matches()) {
                add(cpus, range, last);
            }
        }
        return new CpuList(cpus);
    }

    /** Parses a list written by the kernel. */
    public static CpuList parse(String text) {
        return parse(text, -1);
    }

    /**
     * Parses a set of CPUs as users write it, {@code 2-5,8}: the kernel's list format with numbers only.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static CpuList parseStrictly(String text) {
        String plain = BLANKS.matcher(text.strip()).replaceAll("$1");
        if (!Stream.of(plain.split(",", -1)).allMatch(CpuList::isRange)) {
            throw new IllegalArgumentException("not a set of CPUs: " + (text.isBlank() ? "'" + text + "'" : text));
        }
        return parse(plain);
    }

    private static boolean isRange(String element) {
        Matcher range = ELEMENT.matcher(element);
        if (!range.matches()) {
            return false;
        }
        int from = Integer.parseInt(range.group(1));
        int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
        return from <= to && to <= CpuMask.MAX_CPU;
    }

    private static void add(BitSet cpus, Matcher range, int last) {
        int from = number(range.group(1));
        String end = range.group(2);
        int to = end == null ? from : end.equals("N") ? last : number(end);
        int used = range.group(3) == null ? 1 : number(range.group(3));
        int group = range.group(4) == null ? 1 : Math.max(1, number(range.group(4)));
        for (int cpu = from; cpu <= to; cpu++) {
            if ((cpu - from) % group < used) {
                cpus.set(cpu);
            }
        }
    }

    private static int number(String digits) {
        return digits.length() > 5 ? MAX_CPU : Integer.parseInt(digits);
    }

    public boolean isEmpty() {
        return cpus.isEmpty();
    }

    public int count() {
        return cpus.cardinality();
    }

    /** Returns the highest number; -1 if empty. */
    public int last() {
        return cpus.length() - 1;
    }

    /** Returns the numbers in ascending order. */
    public List<Integer> numbers() {
        return cpus.stream().boxed().toList();
    }

    public boolean contains(int cpu) {
        return cpus.get(cpu);
    }

    public boolean containsAll(CpuList others) {
        return others.without(this).isEmpty();
    }

    public boolean intersects(CpuList others) {
        return cpus.intersects(others.cpus);
    }

    public CpuList without(CpuList others) {
        BitSet rest = (BitSet) cpus.clone();
        rest.andNot(others.cpus);
        return new CpuList(rest);
    }

    /** Returns the intersection. */
    public CpuList intersection(CpuList others) {
        BitSet common = (BitSet) cpus.clone();
        common.and(others.cpus);
        return new CpuList(common);
    }

    /** Returns a bit set with a bit per CPU. */
    public BitSet bits() {
        return (BitSet) cpus.clone();
    }

    public CpuList union(CpuList others) {
        BitSet all = (BitSet) cpus.clone();
        all.or(others.cpus);
        return new CpuList(all);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CpuList list && list.cpus.equals(cpus);
    }

    @Override
    public int hashCode() {
        return cpus.hashCode();
    }

    /** Formats as the kernel does; {@code none} if empty. */
    @Override
    public String toString() {
        List<String> ranges = new ArrayList<>();
        for (int from = cpus.nextSetBit(0); from >= 0; ) {
            int end = cpus.nextClearBit(from) - 1;
            ranges.add(from == end ? Integer.toString(from) : from + "-" + end);
            from = cpus.nextSetBit(end + 1);
        }
        return ranges.isEmpty() ? "none" : String.join(",", ranges);
    }
}
