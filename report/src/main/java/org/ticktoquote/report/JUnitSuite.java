package org.ticktoquote.report;

import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.TerminalText;

/**
 * Test suite in the XML format of Ant's junit task, which build servers accept as JUnit results.
 *
 * @param className class name of all cases
 */
public record JUnitSuite(String name, String className, List<Case> cases) {
    private static final String HEADER = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

    /** Outcome of a case. All except {@code PASSED} become an element of the test case. */
    public enum Outcome {
        PASSED,
        FAILURE,
        ERROR,
        SKIPPED;

        private String element() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A test case.
     *
     * @param type kind of failure or error
     * @param message reason
     */
    public record Case(String name, Outcome outcome, String type, String message) {
        public static Case passed(String name) {
            return new Case(name, Outcome.PASSED, "", "");
        }
    }

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
                count(Outcome.FAILURE),
                count(Outcome.ERROR),
                count(Outcome.SKIPPED)));
        cases.forEach(one -> append(xml, one));
        xml.append("</testsuite>\n");
    }

    private long count(Outcome outcome) {
        return cases.stream().filter(one -> one.outcome() == outcome).count();
    }

    private void append(StringBuilder xml, Case one) {
        xml.append("  <testcase classname=\"")
                .append(escaped(className))
                .append("\" name=\"")
                .append(escaped(one.name()))
                .append("\" time=\"0\"");
        if (one.outcome() == Outcome.PASSED) {
            xml.append("/>\n");
            return;
        }
        xml.append(">\n    <").append(one.outcome().element());
        if (one.outcome() != Outcome.SKIPPED) {
            xml.append(" type=\"").append(escaped(one.type())).append('"');
        }
        xml.append(" message=\"").append(escaped(one.message())).append("\"/>\n  </testcase>\n");
    }

    /**
     * Escapes markup and line feeds. Shows other control and format characters as their code, and replaces tabs, unpaired
     * surrogates, U+FFFE and U+FFFF with a question mark.
     */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        TerminalText.visible(text).codePoints().forEach(each -> {
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
