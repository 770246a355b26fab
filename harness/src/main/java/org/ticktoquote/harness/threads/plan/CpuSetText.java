package org.ticktoquote.harness.threads.plan;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.harness.host.state.CpuList;

/** A set of CPUs as a user writes it, {@code 2-5,8}: the kernel's list format, and nothing but numbers in it. */
final class CpuSetText {
    /** Blanks stand beside signs only: between digits one would join two numbers into another. */
    private static final Pattern BLANKS = Pattern.compile(" *([,-]) *");

    private static final Pattern SET = Pattern.compile("[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*");
    private static final Pattern RANGE = Pattern.compile("([0-9]+)-([0-9]+)");

    private CpuSetText() {}

    /** The set; {@link IllegalArgumentException} where it is none. */
    static CpuList parse(String text) {
        String plain = BLANKS.matcher(text.strip()).replaceAll("$1");
        Matcher ranges = RANGE.matcher(plain);
        boolean rising = ranges.results()
                .allMatch(range -> Integer.parseInt(range.group(1)) <= Integer.parseInt(range.group(2)));
        if (!SET.matcher(plain).matches() || !rising) {
            throw new IllegalArgumentException("no set of CPUs: " + text);
        }
        return CpuList.parse(plain);
    }
}
