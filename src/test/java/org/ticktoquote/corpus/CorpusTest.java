package org.ticktoquote.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
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
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.analysis.matrix.MatrixRecord;
import org.ticktoquote.analysis.matrix.files.MatrixFiles;
import org.ticktoquote.core.program.RootCommand;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;
import picocli.CommandLine;

/** Analyses the runs of src/test/corpus and compares each file of figures with the kept one, byte by byte: docs/adding.md. */
class CorpusTest {
    private static final Path CORPUS = Path.of(System.getProperty("t2q.root"), "src/test/corpus");
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
    /** Folder of the run that is made from a capture. */
    private static final String NEW_RUN = "from-capture";

    private static final Pattern NEW_IN_JSON = Pattern.compile("(\"(?:identity|product|sha256)\" ?): ?\"[^\"]*\"");
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    @TempDir
    private Path folder;

    @TempDir
    private Path state;

    static List<String> runs() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS.resolve("runs"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runs")
    void derivesTheKeptFigures(String zip) throws IOException {
        Map<String, byte[]> recorded = read(CORPUS.resolve("runs").resolve(zip));
        for (Map.Entry<String, byte[]> file : recorded.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        Path kept = CORPUS.resolve("figures").resolve(zip);
        if (WRITE) {
            derive();
            write(kept);
        } else {
            deriveElsewhere();
        }
        assertSame(read(kept), figures());
    }

    /** Figures do not depend on these. */
    private void deriveElsewhere() throws IOException {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
            derive();
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    private void derive() throws IOException {
        for (Path manifest : find("run.json")) {
            if (!manifest.getParent().endsWith("wire")) { // which is analysed with its run
                t2q("analyze", manifest.getParent().toString(), "--threads", WRITE ? "1" : "3");
            }
        }
        Path capture = folder.resolve("capture.pcap");
        if (Files.exists(capture)) {
            t2q(
                    "wire",
                    capture.toString(),
                    "--out",
                    folder.resolve(NEW_RUN).toString(),
                    "--half-spreads",
                    "0,1,2,3,5",
                    "--composite",
                    "best-of-venues",
                    "--conflation",
                    "none");
        }
        if (Files.exists(folder.resolve(MatrixRecord.FILE))) {
            MatrixFiles.write(MatrixComparison.of(folder), folder);
        }
        Path policy = folder.resolve("policy.yaml");
        if (Files.exists(policy)) {
            List<String> gate = new ArrayList<>(List.of("gate"));
            gate.addAll(runsOf("new"));
            gate.add("--baseline");
            gate.addAll(runsOf("old"));
            gate.addAll(List.of("--policy", policy.toString(), "--state", state.toString()));
            gate.addAll(List.of("--out", folder.resolve("gate").toString()));
            t2q(gate.toArray(String[]::new));
        }
    }

    private List<String> runsOf(String side) throws IOException {
        return find("run.json").stream()
                .map(Path::getParent)
                .filter(run -> run.startsWith(folder.resolve(side)))
                .map(Path::toString)
                .toList();
    }

    private static void t2q(String... arguments) {
        CommandLine line = RootCommand.commandLineFor(arguments);
        line.setOut(new PrintWriter(OutputStream.nullOutputStream()));
        line.execute(arguments);
    }

    private List<Path> find(String name) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.endsWith(name)).sorted().toList();
        }
    }

    private Map<String, byte[]> figures() throws IOException {
        Map<String, byte[]> figures = new TreeMap<>();
        for (String name : FIGURES) {
            for (Path file : find(name)) {
                byte[] content = Files.readAllBytes(file);
                boolean made = file.getParent().endsWith(NEW_RUN) || name.equals("gate.json");
                figures.put(folder.relativize(file).toString(), made ? anonymous(name, content) : content);
            }
        }
        return figures;
    }

    /** Without what was made here and now: identity of a run, build of t2q, the temporary folder, and checksums over these. */
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
                .as("first difference of each file; where it is meant: docs/adding.md#figures-and-names-that-stay")
                .isEmpty();
    }

    private static Map<String, byte[]> read(Path zip) throws IOException {
        Map<String, byte[]> content = new TreeMap<>();
        try (ZipInputStream in = new ZipInputStream(new XZInputStream(Files.newInputStream(zip)))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory()) {
                    content.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        return content;
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
