package org.ticktoquote.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Analyses the runs of src/test/corpus and compares each file of figures byte by byte with the stored one: CONTRIBUTING.md. */
class CorpusTest {
    private static final boolean WRITE = System.getProperty("t2q.corpus", "").equals("write");
    private static final Set<String> FIGURES = Set.of(
            "summary.json",
            "statistics.json",
            "curves.json",
            "outliers.json",
            "tick-results.bin",
            "tick-results-soonest.bin",
            "wire.json",
            "comparison.json",
            "gate.json");
    private static final Pattern NEW_IN_JSON = Pattern.compile("(\"(?:identity|product|sha256)\" ?): ?\"[^\"]*\"");
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    @TempDir
    private Path folder;

    @TempDir
    private Path state;

    static List<String> runs() throws IOException {
        return Corpus.names();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runs")
    void reproducesTheStoredFigures(String name) throws IOException {
        Corpus.unpack(name, folder);
        Path kept = Corpus.figures(name);
        if (WRITE) {
            Corpus.analyse(folder, state, 1);
            write(kept);
        } else {
            analyseElsewhere();
        }
        assertSame(Corpus.read(kept), figures());
    }

    /** Analyses with another locale and time zone, on which figures do not depend. */
    private void analyseElsewhere() throws IOException {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
            Corpus.analyse(folder, state, 3);
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    private Map<String, byte[]> figures() throws IOException {
        Map<String, byte[]> figures = new TreeMap<>();
        for (String name : FIGURES) {
            for (Path file : Corpus.find(folder, name)) {
                byte[] content = Files.readAllBytes(file);
                boolean made = file.getParent().endsWith(Corpus.NEW_RUN) || name.equals("gate.json");
                figures.put(folder.relativize(file).toString(), made ? anonymous(name, content) : content);
            }
        }
        return figures;
    }

    /** Removes run identity, build of t2q, temporary directory and the checksums over these. */
    private byte[] anonymous(String name, byte[] content) {
        if (name.endsWith(".json")) {
            return NEW_IN_JSON
                    .matcher(new String(content, StandardCharsets.UTF_8).replace(folder.toString(), ""))
                    .replaceAll("$1: \"\"")
                    .getBytes(StandardCharsets.UTF_8);
        }
        Arrays.fill(content, 32, 48, (byte) 0);
        Arrays.fill(content, 112, 116, (byte) 0);
        return content;
    }

    private static void assertSame(Map<String, byte[]> kept, Map<String, byte[]> found) {
        assertThat(found.keySet()).as("files of figures").isNotEmpty().isEqualTo(kept.keySet());
        List<String> differences = new ArrayList<>();
        kept.forEach((file, content) -> {
            if (!Arrays.equals(content, found.get(file))) {
                differences.add(file + ": " + Difference.of(file, content, found.get(file)));
            }
        });
        assertThat(differences)
                .as("first difference of each file; if intended, see CONTRIBUTING.md#figures-and-names-that-stay")
                .isEmpty();
    }

    private void write(Path kept) throws IOException {
        try (ZipOutputStream out =
                new ZipOutputStream(new XZOutputStream(Files.newOutputStream(kept), new LZMA2Options()))) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (Map.Entry<String, byte[]> file : figures().entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(NO_TIME);
                out.putNextEntry(entry);
                out.write(file.getValue());
            }
        }
    }
}
