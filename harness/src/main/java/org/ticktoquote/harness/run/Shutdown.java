package org.ticktoquote.harness.run;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.process.Supervisor;

/** Cleans up at the end of a complete or failed run: threads, processes, hosts and manifest. Used by one thread. */
final class Shutdown {
    private final Supervisor supervisor;
    private final ThreadPlacement threads;
    private final EvidenceCollection evidence;
    private final PacketCaptures captures;
    private final Progress progress;
    private Optional<RunHosts> hosts = Optional.empty();
    private Optional<ManifestDraft> draft = Optional.empty();

    Shutdown(
            Supervisor supervisor,
            ThreadPlacement threads,
            EvidenceCollection evidence,
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

    /**
     * Stops evidence, threads, processes and hosts. Restores the CPU masks of attached applications before dismissing the
     * guardian, which would also restore them.
     */
    void end() {
        progress.stage("stopping the processes");
        try {
            evidence.finish();
            threads.finish(draft);
        } finally {
            try {
                supervisor.close();
            } finally {
                hosts.ifPresent(this::disconnect);
            }
        }
    }

    /** Fetches the files from other hosts after all processes have ended. */
    private void disconnect(RunHosts open) {
        open.readClocks();
        evidence.assemble(open, draft);
        if (!open.description().isEmpty()) {
            progress.stage("fetching the files of the hosts");
        }
        List<String> troubles = open.fetchRunFiles();
        troubles.forEach(progress::stage);
        if (!troubles.isEmpty()) {
            draft.ifPresent(manifest -> manifest.fact("hosts.trouble", String.join("; ", troubles)));
        }
        draft.ifPresent(evidence::recordChecksums);
        draft.ifPresent(manifest -> captures.finish(open, manifest));
        open.close();
    }

    /**
     * Writes the manifest; returns empty if the recording was not opened.
     *
     * @param cause reason of a failure; empty for other states
     */
    Optional<RunManifest> manifest(String state, String cause) {
        if (!cause.isEmpty()) {
            draft.ifPresent(begun -> begun.fact(RunManifest.FAILURE_REASON_FACT, TerminalText.line(cause)));
        }
        return draft.map(begun -> {
            RunManifest written = begun.write(state);
            captures.join(written, begun);
            return written;
        });
    }
}
