package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A pricing application on an engine that shares no code with t2q, built if its tools are installed; otherwise the test is skipped
 * with the reason.
 */
final class ForeignApplication {
    /** {@code src/test/cpp/pricing} and {@code src/test/go/pricing}, with the same command line except for dictionaries. */
    enum Engine {
        CPP,
        GO
    }

    /** A venue to log on to, by its name in the venues file; {@code pairs} is the naming of pairs on the command line. */
    record Venue(String name, String version, String pairs) {
        static final Venue ALONE = new Venue("VENUE", "FIX.4.4", "slash");
    }

    private final Engine engine;
    private final Path folder;

    private ForeignApplication(Engine engine, Path folder) {
        this.engine = engine;
        this.folder = folder;
    }

    static ForeignApplication build(Engine engine, Path folder) throws Exception {
        ForeignApplication application = new ForeignApplication(engine, folder);
        if (engine == Engine.CPP) {
            application.compile();
        } else {
            application.buildModule();
        }
        return application;
    }

    private void compile() throws Exception {
        assumeTrue(failure("g++", "--version").isEmpty(), "SKIPPED: no 'g++' here");
        Path asks = Files.writeString(
                folder.resolve("asks.cpp"), "#if !__has_include(<quickfix/Session.h>)\n#error\n#endif\n");
        assumeTrue(
                failure("g++", "-fsyntax-only", asks.toString()).isEmpty(),
                "SKIPPED: no QuickFIX for C++ here (libquickfix-dev)");
        String source = source("pricing.cpp").toString();
        assertThat(failure("g++", "-std=c++14", "-w", "-o", file().toString(), source, "-lquickfix", "-lpthread"))
                .isEmpty();
        String standard = Files.readString(source("FIX44.xml"));
        Files.writeString(dictionary(Venue.ALONE.version()), standard);
        Files.writeString(dictionary("FIX.4.2"), standard.replace("minor=\"4\"", "minor=\"2\""));
        // for a venue that names pairs by tag 48 only
        Files.writeString(dictionary("FIX.4.4.48"), standard.replaceAll("(\"Symbol\" required=)\"Y\"", "$1\"N\""));
    }

    private void buildModule() throws Exception {
        assumeTrue(failure("go", "version").isEmpty(), "SKIPPED: no 'go' here");
        String module = source("go.mod").getParent().toString();
        String download = failure("go", "-C", module, "mod", "download");
        assumeTrue(download.isEmpty(), "SKIPPED: no QuickFIX/Go here: " + download);
        assertThat(failure("go", "-C", module, "build", "-o", file().toString(), "."))
                .isEmpty();
    }

    private Path file() {
        return folder.resolve("pricing-" + engine);
    }

    private Path dictionary(String version) {
        return folder.resolve(version + ".xml");
    }

    private Path source(String name) {
        return T2qProcess.root().resolve(sources(engine)).resolve(name);
    }

    private static Path sources(Engine engine) {
        return Path.of("src/test", engine == Engine.CPP ? "cpp" : "go", "pricing");
    }

    /** Returns a file common to both engines. */
    static Path belonging(String name) {
        return T2qProcess.root().resolve(sources(Engine.CPP)).resolve(name);
    }

    /** Returns the command for {@code --app}. */
    String command(String pairs, String manner, List<Venue> venues) {
        String dictionary = engine == Engine.CPP ? " '" + dictionary(Venue.ALONE.version()) + "'" : "";
        return "'" + file() + "' {fixPort} {sessions} " + pairs + dictionary + " " + manner + " "
                + venues.stream().map(this::word).collect(Collectors.joining(" "));
    }

    private String word(Venue venue) {
        if (venue.equals(Venue.ALONE)) {
            return "{feedHost}:{feedPort}";
        }
        boolean numbered = Path.of(venue.pairs()).isAbsolute();
        String dictionary =
                dictionary(venue.version() + (numbered ? ".48" : "")).toString();
        String speaks = engine == Engine.CPP ? dictionary : venue.version();
        return "'{venue.%1$s.host}:{venue.%1$s.port}:%1$s:%2$s:%3$s'".formatted(venue.name(), speaks, venue.pairs());
    }

    /** Returns the reason of a failure; empty if the command succeeds. */
    private static String failure(String... command) throws InterruptedException {
        try {
            return Ended.failure(command);
        } catch (IOException absent) {
            return absent.toString();
        }
    }
}
