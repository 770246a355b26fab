package org.ticktoquote.host.state;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.linux.CpuMask;

/** Parses a set of CPUs as users write it, {@code 2-5,8}: the kernel's list format with numbers only. */
public final class CpuSetText {
    /** Blanks next to separators, the only ones allowed. Removing a blank between digits would join two numbers. */
    private static final Pattern BLANKS = Pattern.compile(" *([,-]) *");

    /** Matches one element, since a pattern for the whole list would need stack depth proportional to its length. */
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,4})(?:-([0-9]{1,4}))?");

    private CpuSetText() {}

    /** Parses a set; throws {@link IllegalArgumentException} if it is malformed. */
    public static CpuList parse(String text) {
        String plain = BLANKS.matcher(text.strip()).replaceAll("$1");
        if (!Stream.of(plain.split(",", -1)).allMatch(CpuSetText::isRange)) {
            throw new IllegalArgumentException("not a set of CPUs: " + (text.isBlank() ? "'" + text + "'" : text));
        }
        return CpuList.parse(plain);
    }

    private static boolean isRange(String element) {
        Matcher range = RANGE.matcher(element);
        if (!range.matches()) {
            return false;
        }
        int from = Integer.parseInt(range.group(1));
        int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
        return from <= to && to <= CpuMask.MAX_CPU;
    }
}
