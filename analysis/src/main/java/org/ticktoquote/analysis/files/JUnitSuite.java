package org.ticktoquote.analysis.files;

import java.util.List;
import java.util.Locale;

/**
 * Test cases in the format that build servers accept from JUnit: the XML of Ant's junit task.
 *
 * @param className of all cases
 */
public record JUnitSuite(String name, String className, List<JUnitCase> cases) {
    private static final String HEADER = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

    public JUnitSuite {
        cases = List.copyOf(cases);
    }

    /** Returns the complete file. */
    public String text() {
        StringBuilder xml = new StringBuilder(HEADER);
        append(xml);
        return xml.toString();
    }

    /** Returns the complete file of several suites. */
    public static String text(List<JUnitSuite> suites) {
        StringBuilder xml = new StringBuilder(HEADER).append("<testsuites>\n");
        suites.forEach(suite -> suite.append(xml));
        return xml.append("</testsuites>\n").toString();
    }

    private void append(StringBuilder xml) {
        xml.append(String.format(
                Locale.ROOT,
                "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"0\">\n",
                escaped(name),
                cases.size(),
                count(JUnitCase.Outcome.FAILURE),
                count(JUnitCase.Outcome.ERROR),
                count(JUnitCase.Outcome.SKIPPED)));
        cases.forEach(one -> append(xml, one));
        xml.append("</testsuite>\n");
    }

    private long count(JUnitCase.Outcome outcome) {
        return cases.stream().filter(one -> one.outcome() == outcome).count();
    }

    private void append(StringBuilder xml, JUnitCase one) {
        xml.append("  <testcase classname=\"")
                .append(escaped(className))
                .append("\" name=\"")
                .append(escaped(one.name()))
                .append("\" time=\"0\"");
        if (one.outcome() == JUnitCase.Outcome.PASSED) {
            xml.append("/>\n");
            return;
        }
        xml.append(">\n    <").append(one.outcome().element());
        if (one.outcome() != JUnitCase.Outcome.SKIPPED) {
            xml.append(" type=\"").append(escaped(one.type())).append('"');
        }
        xml.append(" message=\"").append(escaped(one.message())).append("\"/>\n  </testcase>\n");
    }

    /** Replaces characters that XML 1.0 does not allow with a question mark. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(each -> {
            switch (each) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\n' -> escaped.append("&#10;");
                default -> escaped.appendCodePoint(allowed(each) ? each : '?');
            }
        });
        return escaped.toString();
    }

    private static boolean allowed(int each) {
        return each >= 0x20 && each < 0xD800 || each >= 0xE000 && each <= 0xFFFD || each >= 0x10000;
    }
}
