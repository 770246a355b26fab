package org.ticktoquote.corpus;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.matrix.files.MatrixFiles;
import org.ticktoquote.core.program.RootCommand;
import org.tukaani.xz.XZInputStream;
import picocli.CommandLine;

/** Recorded runs of src/test/corpus: unpacked below a folder and analysed there. */
public final class Corpus {
    /** Directory of the run made from a capture. */
    static final String NEW_RUN = "from-capture";

    private static final Path PLACE = Path.of(System.getProperty("t2q.root"), "src/test/corpus");

    private Corpus() {}

    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(PLACE.resolve("runs"))) {
            return files.map(file -> file.getFileName().toString().replace(".zip.xz", ""))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the file with the stored figures of a run. */
    static Path figures(String name) {
        return PLACE.resolve("figures").resolve(name + ".zip.xz");
    }

    /** Unpacks the recorded files of a run, or of a matrix, into the folder. */
    public static Path unpack(String name, Path folder) throws IOException {
        for (Map.Entry<String, byte[]> file :
                read(PLACE.resolve("runs").resolve(name + ".zip.xz")).entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        return folder;
    }

    /** Computes all figures of the runs in the folder; a gate keeps its state in {@code state}. */
    public static Path analyse(Path folder, Path state, int threads) throws IOException {
        for (Path manifest : find(folder, "run.json")) {
            if (!manifest.getParent().endsWith("wire")) { // analysed with its run
                t2q("analyze", manifest.getParent().toString(), "--threads", Integer.toString(threads));
            }
        }
        Path capture = folder.resolve("capture.pcap");
        if (Files.exists(capture)) {
            String model = " --half-spreads 0,1,2,3,5 --composite best-of-venues --conflation none";
            t2q(("wire " + capture + " --out " + folder.resolve(NEW_RUN) + model).split(" "));
        }
        if (Files.exists(folder.resolve(MatrixRecord.FILE))) {
            MatrixFiles.write(MatrixComparison.of(folder), folder);
        }
        Path policy = folder.resolve("policy.yaml");
        if (Files.exists(policy)) {
            List<String> gate = new ArrayList<>(List.of("gate"));
            gate.addAll(runsOf(folder, "new"));
            gate.add("--baseline");
            gate.addAll(runsOf(folder, "old"));
            gate.addAll(List.of("--policy", policy.toString(), "--state", state.toString()));
            gate.addAll(List.of("--out", folder.resolve("gate").toString()));
            t2q(gate.toArray(String[]::new));
        }
        return folder;
    }

    private static List<String> runsOf(Path folder, String side) throws IOException {
        return find(folder, "run.json").stream()
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

    static List<Path> find(Path folder, String name) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.endsWith(name)).sorted().toList();
        }
    }

    static Map<String, byte[]> read(Path zip) throws IOException {
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
}
