package org.ticktoquote.comparison.matrix.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.MatrixFixture;
import org.ticktoquote.report.plot.Svg;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

final class MatrixFilesTest {
    private static final String HOSTILE = "\"></svg><script>alert('1')</script>&,\u0001";

    @TempDir
    static Path directory;

    private static List<String> names;

    @BeforeAll
    static void writeOnce() {
        names = write();
    }

    private static List<String> write() {
        MatrixFixture fixture = new MatrixFixture(directory)
                .reference(2_000)
                .with("PV-001", 1_000, 2_000, 1_500)
                .with("PV-002", "hotspot", "managed", new MatrixFixture.Run(Verdict.FAILED, 4_000, 200))
                .notRun(HOSTILE, "zing", "managed", "no Zing JVM");
        return MatrixFiles.write(fixture.compare(), directory);
    }

    @Test
    void writesComparisonCurvesAndPictures() throws IOException {
        assertThat(names)
                .startsWith(
                        "comparison.json", "curves.csv", "curves-last-client.svg", "curves-last-client-normalised.svg")
                .contains("curves-quote-age.svg");
        assertThat(names).allSatisfy(name -> assertThat(directory.resolve(name)).isRegularFile());
        JsonNode cases = new JsonMapper()
                .readTree(directory.resolve("comparison.json").toFile())
                .path("cases");
        JsonNode p99 = cases.at("/0/latencies/responseNs/p99");
        assertThat(p99.path("low").asLong()).isEqualTo(1_500);
        assertThat(p99.path("lowest").asLong()).isEqualTo(1_000);
        assertThat(p99.path("highest").asLong()).isEqualTo(2_000);
        assertThat(cases.at("/0/latencies/lastClientNs/p99/annual/base").asText())
                .isEqualTo("whole-seconds");
        assertThat(p99.path("annual").isNull()).isTrue();
        assertThat(cases.at("/0/latencies/lastClientNs/p50/annual").isNull())
                .as("no time per year for the median")
                .isTrue();
        JsonNode refused = cases.at("/1/latencies/responseNs/p99");
        assertThat(refused.path("refused").asBoolean()).isTrue();
        assertThat(refused.path("high").isNull()).isTrue();
        assertThat(refused.at("/ratio/low").asDouble())
                .isCloseTo(40_000 / Math.cbrt(1_000.0 * 1_500 * 2_000), within(1e-9));
        assertThat(cases.at("/2/notRun").asText()).isEqualTo("no Zing JVM");
    }

    @Test
    void listsEveryPointOfEveryRunAndTheirMedian() throws IOException {
        assertThat(Files.readAllLines(directory.resolve("curves.csv")))
                .startsWith("case,run,figure,percentile,low_ns,high_ns,supported,refused,independent")
                .contains(
                        "PV-001,PV-001/run-2,response,99,2000,2000,true,false,20",
                        "PV-001,median,response,99,1500,1500,true,false,60",
                        "PV-001,spread,response,99,1000,2000,true,false,60",
                        "PV-001,median,quote-age,100,15020,15020,false,false,0",
                        "PV-002,median,response,99,40000,,false,true,0");
    }

    @Test
    void quotesAndEscapesExternalText() throws Exception {
        for (String name : List.of("curves-response.svg", "curves-response-normalised.svg")) {
            Document picture = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(directory.resolve(name).toFile());
            assertThat(picture.getElementsByTagName("script").getLength()).isZero();
            NodeList texts = picture.getElementsByTagName("text");
            assertThat(texts.getLength()).isGreaterThan(10);
        }
        assertThat(Svg.escaped(HOSTILE))
                .isEqualTo("&quot;&gt;&lt;/svg&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;, ");
    }

    @Test
    void normalisedPicturesShowNoAbsoluteValues() throws IOException {
        assertThat(Files.readString(directory.resolve("curves-response.svg"))).contains("2 µs<");
        assertThat(Files.readString(directory.resolve("curves-response-normalised.svg")))
                .doesNotContain(" µs<", " us<")
                .contains("units of 100 = the reference");
    }

    @Test
    void writesTheSameBytesAgain() throws IOException {
        Map<String, byte[]> before = new HashMap<>();
        for (String name : names) {
            before.put(name, Files.readAllBytes(directory.resolve(name)));
        }
        write();
        for (String name : names) {
            assertThat(Files.readAllBytes(directory.resolve(name))).as(name).isEqualTo(before.get(name));
        }
    }
}
