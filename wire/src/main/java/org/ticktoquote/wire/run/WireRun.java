package org.ticktoquote.wire.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.agrona.collections.MutableLong;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.wire.run.Traffic.Facts;

/**
 * Creates a run directory from captures. Reads them twice: for their contents, and for the journals. One thread. Memory does
 * not grow with the captures, and the disk temporarily holds ticks twice.
 *
 * @param interrupted returns true to stop reading; only what the second reading has reached is measured
 */
public record WireRun(WirePlan plan, Traffic traffic, Progress progress, BooleanSupplier interrupted) {
    private static final int FRAMES = 1 << 14;
    /** A tick holds the number of its venue in one byte. */
    private static final int MAX_VENUES = 1 << Byte.SIZE;

    /** Writes journals and {@code run.json} to the directory. */
    public RunManifest make() {
        Path parts = plan.directory.path().resolve("parts");
        try (Closeable unused = () -> DirectoryTree.remove(parts)) {
            Files.createDirectories(parts);
            return plan.payloads.map(each -> each.during(() -> make(parts))).orElseGet(() -> make(parts));
        } catch (CancellationException stopped) {
            throw Problem.ofFault("interrupted " + stopped.getMessage() + "; nothing was measured")
                    .exception(ExitStatus.INTERRUPTED, stopped);
        } catch (IOException | UncheckedIOException e) {
            throw Problem.of(parts).fault("cannot be created or removed", e).exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private RunManifest make(Path parts) {
        progress.stage("looking for ticks and quotes");
        CaptureSurvey survey = new CaptureSurvey(plan.payloads);
        Facts facts = traffic.replay(survey::packet, survey::opened, counting("looked at", progress, interrupted));
        survey.define();
        Roles roles = Roles.of(survey, plan.ticks, plan.quotes, plan.ignoresAbsent);
        refuseVenueTimes(roles);
        WireClock clock = new WireClock(facts.fromNs());
        Sources sources = new Sources(new WireJournals(plan, clock, parts), roles);
        boolean whole = read(sources);
        String expected = "HOST:PORT,fix of the price source that counts, or --quotes HOST:PORT of the application";
        sources.refuseTwins("--ticks", expected);
        progress.stage("ordering ticks");
        sources.merge();
        if (sources.ticks.count == 0) {
            String others = sources.ticks.warmUp == 0 ? "" : " outside the warm-up";
            throw whole
                    ? Problem.ofFault("the captures contain no tick" + others).exception(ExitStatus.BAD_INPUT)
                    : new CancellationException("before the first tick" + others);
        }
        RunManifest manifest = new WireManifest(plan, facts, survey, roles, sources, clock).of(whole);
        manifest.write(plan.directory.manifest());
        return manifest;
    }

    /** Refuses declarations about venue times, because ticks of FIX venues have the times of the capture. */
    private void refuseVenueTimes(Roles roles) {
        List<String> keys = new ArrayList<>(plan.declared.matching().keys());
        keys.remove(Matching.SIZE);
        long staleAfterNs = plan.declared.model().staleAfterNs();
        if (!roles.venues().isEmpty() && (staleAfterNs > 0 || !keys.isEmpty())) {
            throw Problem.of(keys.isEmpty() ? "--stale-after" : "--match-keys")
                    .value(keys.isEmpty() ? DurationText.format(staleAfterNs) : keys.get(0))
                    .fault("needs the venues' own times, but ticks over FIX have the capture's")
                    .expected("ticks of a feed")
                    .exception(ExitStatus.BAD_INPUT);
        }
    }

    private boolean read(Sources sources) {
        try {
            if (sources.venues.size() > MAX_VENUES) {
                throw Problem.of("--ticks")
                        .fault("the captures have " + sources.venues.size() + " venues")
                        .expected("ADDRESS of at most " + MAX_VENUES)
                        .exception(ExitStatus.BAD_INPUT);
            }
            traffic.replay(sources::packet, sources::opened, counting("read", progress, interrupted));
            return true;
        } catch (CancellationException stopped) {
            return false;
        } finally {
            sources.close();
        }
    }

    /** Returns a step of a reading that shows the number of frames, and ends the reading if it is interrupted. */
    public static Runnable counting(String what, Progress progress, BooleanSupplier interrupted) {
        MutableLong frames = new MutableLong();
        return () -> {
            if (frames.incrementAndGet() % FRAMES == 0) {
                progress.update(String.format(Locale.ROOT, "%s %,d frames", what, frames.get()));
                if (interrupted.getAsBoolean()) {
                    throw new CancellationException("while looking for ticks and quotes");
                }
            }
        };
    }
}
