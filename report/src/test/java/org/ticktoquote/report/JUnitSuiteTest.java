package org.ticktoquote.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.ticktoquote.report.JUnitSuite.Case;
import org.ticktoquote.report.JUnitSuite.Outcome;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Suites are read back by the XML parser of the JDK. */
class JUnitSuiteTest {
    private static final String LETTERS = "a&<>\"'\n]% \u00e9\u20ac\t\u0000\u0085\u202e\uFFFE";

    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

    private final SplittableRandom random = new SplittableRandom(11);

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    /** Replaces characters that XML cannot represent, or that would change how a build server shows the text. */
    private static String read(String text) {
        return text.replaceAll("[\t\uFFFE]", "?")
                .replace("\u0000", "\\x00")
                .replace("\u0085", "\\x85")
                .replace("\u202e", "\\u202e");
    }

    private static Element parsed(JUnitSuite suite) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(suite.text())))
                .getDocumentElement();
    }

    @Test
    void parserReadsBackAnyText() throws Exception {
        for (int series = 0; series < 200; series++) {
            List<Case> cases = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                Outcome outcome = OUTCOMES.get(random.nextInt(OUTCOMES.size()));
                cases.add(new Case(text(), outcome, text(), text()));
            }
            JUnitSuite suite = new JUnitSuite(text(), text(), cases);
            Element found = parsed(suite);
            assertThat(found.getAttribute("name")).isEqualTo(read(suite.name()));
            assertThat(found.getAttribute("tests")).isEqualTo(String.valueOf(cases.size()));
            assertThat(found.getElementsByTagName("testcase").getLength()).isEqualTo(cases.size());
            for (String element : List.of("failure", "error", "skipped")) {
                String count = found.getAttribute(element + (element.equals("skipped") ? "" : "s"));
                assertThat(count)
                        .isEqualTo(String.valueOf(
                                found.getElementsByTagName(element).getLength()));
            }
            for (int i = 0; i < cases.size(); i++) {
                same((Element) found.getElementsByTagName("testcase").item(i), cases.get(i), suite.className());
            }
        }
    }

    private static void same(Element found, Case one, String className) {
        assertThat(found.getAttribute("name")).isEqualTo(read(one.name()));
        assertThat(found.getAttribute("classname")).isEqualTo(read(className));
        boolean passed = one.outcome() == Outcome.PASSED;
        assertThat(found.getElementsByTagName("*").getLength()).isEqualTo(passed ? 0 : 1);
        if (!passed) {
            Element outcome = (Element) found.getElementsByTagName("*").item(0);
            assertThat(outcome.getTagName())
                    .isEqualTo(
                            switch (one.outcome()) {
                                case FAILURE -> "failure";
                                case ERROR -> "error";
                                default -> "skipped";
                            });
            assertThat(outcome.getAttribute("message")).isEqualTo(read(one.message()));
        }
    }
}
