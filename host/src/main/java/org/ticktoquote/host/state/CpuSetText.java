package org.ticktoquote.host.state;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.linux.CpuMask;

/** A set of CPUs as a user writes it, {@code 2-5,8}: the kernel's list format, and nothing but numbers in it. */
public final class CpuSetText {
    /** Blanks stand beside signs only: between digits one would join two numbers into another. */
    private static final Pattern BLANKS = Pattern.compile(" *([,-]) *");

    /** One element: a pattern of the whole list would need a stack as deep as the list is long. */
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,4})(?:-([0-9]{1,4}))?");

    private CpuSetText() {}

    /** The set; {@link IllegalArgumentException} where it is none. */
    public static CpuList parse(String text) {
        String plain = BLANKS.matcher(text.strip()).replaceAll("$1");
        if (!Stream.of(plain.split(",", -1)).allMatch(CpuSetText::isRange)) {
            throw new IllegalArgumentException("no set of CPUs: " + (text.isBlank() ? "'" + text + "'" : text));
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
        return from <= to && to <= CpuMask.HIGHEST_CPU;
    }
}
