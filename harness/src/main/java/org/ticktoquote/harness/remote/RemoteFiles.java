package org.ticktoquote.harness.remote;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.remote.DeputyOrders.Begun;
import org.ticktoquote.harness.remote.DeputyOrders.Content;
import org.ticktoquote.harness.remote.DeputyOrders.OfPath;

/** The files of a run that go to a host and come back from it. */
final class RemoteFiles {
    private final String run;
    private final Ssh ssh;
    private final Deputy deputy;
    private final Begun begun;

    RemoteFiles(String run, Ssh ssh, Deputy deputy, Begun begun) {
        this.run = run;
        this.ssh = ssh;
        this.deputy = deputy;
        this.begun = begun;
    }

    /** Renamed when it is whole, so that nobody ever finds half of it; what arrived of a file that does not is removed. */
    static void send(Ssh ssh, Path file, String there, String run, String sha256) {
        String part = there + "." + run;
        try {
            ssh.send(file, part);
            if (!ssh.has(part, sha256)) {
                throw new Refusal(
                        ExitStatus.ENVIRONMENT,
                        "host " + ssh.host().name() + ": " + part + " is not what was sent from " + file);
            }
            ssh.require("mv", "--", part, there);
        } catch (Refusal refusal) {
            ssh.removeIfPossible(part);
            throw refusal;
        }
    }

    /** Sends a file of a run. */
    Path send(Path here) {
        Path there = Path.of(begun.sentDirectory()).resolve(here.getFileName());
        ssh.send(here, there.toString());
        return there;
    }

    /** Sends a recording unless it is there already. */
    Path recording(Path here) {
        String sha256 = WorkFolder.content(here, "").sha256();
        Path there = Path.of(begun.work(), WorkFolder.RECORDINGS, sha256 + ".t2q");
        Content found = deputy.ask(DeputyOrders.CHECKSUM, new OfPath(there.toString()), Content.class);
        if (!found.sha256().equals(sha256)) {
            send(ssh, here, there.toString(), run, sha256);
        }
        return there;
    }

    /**
     * Brings the run's files here, holds them against what is there, and removes them there.
     *
     * @throws Refusal saying what stays there, when not all of them are here whole
     */
    void bringBack(RunDirectory here) {
        try {
            List<Content> files =
                    deputy.ask(DeputyOrders.FILES, DeputyOrders.Contents.class).files();
            ssh.fetch(begun.runDirectory(), here.path());
            for (Content file : files) {
                Content arrived = WorkFolder.content(here.path().resolve(file.path()), file.path());
                if (!arrived.equals(file)) {
                    throw new Refusal(
                            ExitStatus.ENVIRONMENT,
                            file.path() + ": " + arrived.size() + " of " + file.size()
                                    + " bytes are here, or not the same ones");
                }
            }
            deputy.ask(DeputyOrders.REMOVE, OfPath.class);
        } catch (Refusal refusal) {
            throw new Refusal(
                    ExitStatus.ENVIRONMENT,
                    refusal.getMessage() + "; the run's files are still on "
                            + ssh.host().name() + " in " + begun.runDirectory(),
                    refusal);
        }
    }
}
