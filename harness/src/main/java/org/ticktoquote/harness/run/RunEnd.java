package org.ticktoquote.harness.run;

import java.util.Optional;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.process.Supervisor;

/** What a run must put in order at its end, however far it got: threads, processes, hosts and the manifest. Used by one thread. */
final class RunEnd {
    private final Supervisor supervisor;
    private final ThreadCare threads;
    private final EvidenceCare evidence;
    private final PacketCaptures captures;
    private final Progress progress;
    private Optional<RunHosts> hosts = Optional.empty();
    private Optional<ManifestDraft> draft = Optional.empty();

    RunEnd(
            Supervisor supervisor,
            ThreadCare threads,
            EvidenceCare evidence,
            PacketCaptures captures,
            Progress progress) {
        this.supervisor = supervisor;
        this.threads = threads;
        this.evidence = evidence;
        this.captures = captures;
        this.progress = progress;
    }

    /** The hosts are open. */
    void opened(RunHosts open) {
        hosts = Optional.of(open);
    }

    /** The recording is open: there will be a manifest. */
    void begun(ManifestDraft begun) {
        draft = Optional.of(begun);
    }

    /** Attached applications get their masks back before the guardian, who would see to it, is dismissed. */
    void end() {
        progress.stage("ending the processes");
        try {
            evidence.finish();
            threads.finish(draft);
        } finally {
            supervisor.close();
            hosts.ifPresent(this::leave);
        }
    }

    /** Everyone has ended: what they wrote on other hosts is brought here. */
    private void leave(RunHosts open) {
        open.readClocks();
        evidence.gather(open, draft);
        if (!open.words().isEmpty()) {
            progress.stage("bringing the files here");
        }
        for (String trouble : open.bringBack()) {
            progress.stage(trouble);
            draft.ifPresent(manifest -> manifest.fact("hosts.trouble", trouble));
        }
        draft.ifPresent(evidence::sign);
        draft.ifPresent(manifest -> captures.finish(open, manifest));
        open.close();
    }

    /**
     * Writes the manifest; empty when the run did not get to open its recording.
     *
     * @param cause why it did not complete; empty where there is no more to say than its state
     */
    Optional<RunManifest> manifest(String state, String cause) {
        if (!cause.isEmpty()) {
            draft.ifPresent(begun -> begun.fact(RunManifest.BROKEN_OFF_FACT, TerminalText.line(cause)));
        }
        return draft.map(begun -> {
            RunManifest written = begun.write(state);
            captures.join(written, begun);
            return written;
        });
    }
}
