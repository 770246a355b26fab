package org.ticktoquote.harness.run;

import java.util.Optional;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.process.Supervisor;

/** Cleans up at the end of a run, however far it got: threads, processes, hosts and manifest. Used by one thread. */
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

    /** Sets the connected hosts. */
    void opened(RunHosts open) {
        hosts = Optional.of(open);
    }

    /** Sets the draft of the manifest, once the recording is open. */
    void begun(ManifestDraft begun) {
        draft = Optional.of(begun);
    }

    /** Restores the masks of attached applications before the guardian, which would also do it, is dismissed. */
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

    /** Fetches the files from other hosts after all processes have ended. */
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
     * Writes the manifest; returns empty if the recording was not opened.
     *
     * @param cause why the run did not complete; empty if the state says enough
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
