package org.ticktoquote.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.openqa.selenium.Keys;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.corpus.Corpus;

/** Page of a corpus run and the files with its figures. */
record CorpusPage(Path run) {
    /** Analyses a run below the folder, once. */
    static CorpusPage of(String name, Path folder) throws IOException {
        Path run = folder.resolve(name);
        if (Files.notExists(run)) {
            Corpus.analyse(Corpus.unpack(name, run), run, 1);
        }
        return new CorpusPage(run);
    }

    /** Analyses a run with {@code text} as session names and GC causes, and its announcement later by {@code laterNs}. */
    static CorpusPage changed(String name, Path folder, String text, long laterNs) throws IOException {
        RunDirectory run = new RunDirectory(Corpus.unpack(name, folder));
        Path log = run.path().resolve("gc.log");
        Files.writeString(log, Files.readString(log).replace("(Allocation Failure)", "(" + text + ")"));
        RunManifest from = RunManifest.read(run.manifest());
        RunManifest.Recording recording = new RunManifest.Recording(
                from.recording().path(),
                from.recording().sha256(),
                from.recording().instruments(),
                from.recording().venues(),
                from.recording().announcementNs() + laterNs);
        List<SessionPlan> sessions = from.sessions().stream()
                .map(each -> new SessionPlan(each.index(), text, each.tier(), each.instruments()))
                .toList();
        new RunManifest(
                        from.formatVersion(),
                        from.about(),
                        recording,
                        from.replay(),
                        sessions,
                        from.declared(),
                        from.warmUp(),
                        from.observed(),
                        from.time())
                .write(run.manifest());
        return new CorpusPage(Corpus.analyse(folder, folder, 1));
    }

    CorpusPage open(int width) {
        Browser.open(run.resolve("report.html"), width);
        return this;
    }

    /** Opens it and unfolds everything. */
    CorpusPage unfolded(int width) {
        open(width);
        Browser.find("[data-action=unfold]").sendKeys(Keys.SPACE);
        Browser.run("scrollTo(0, 0)");
        return this;
    }

    JsonNode json(String file) throws IOException {
        return Browser.json(run.resolve(file));
    }
}
