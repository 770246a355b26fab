package org.ticktoquote.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.InterruptHook;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.check.ApplicationCheck;
import org.ticktoquote.harness.run.Preflight;
import org.ticktoquote.harness.run.RunOutputDirectory;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.run.RunSequence;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.host.process.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code t2q check-app}: traces one tick through an application before it is measured. */
@Command(
        name = "check-app",
        description = {
            "Checks that t2q can connect to an application and match quotes.",
            "Starts the application, logs on and subscribes like t2q run with the same options, "
                    + "sends a few ticks and traces the messages of one tick. Explains how to correct "
                    + "problems. Keeps no files. Status 0: a tick was answered; 4: the application answered "
                    + "no tick, or its message numbers (34) are missing or repeated."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = {
            "",
            "FIX secrets (554, 925, 96, 1402, 1404) are shown as ***.",
            "",
            "Examples:",
            "  t2q check-app --app '{java} -jar my-app.jar --md {feed} --fix {fixPort}' --id-tag 299",
            "  t2q check-app --attach 127.0.0.1:9876 --feed udp://127.0.0.1:40001 --sessions 2",
            "  t2q check-app --app './my-app {feed} {fixPort}' --session-template bank.yaml --match price"
        })
public final class CheckAppCommand extends Subcommand {
    @Mixin
    private final RunSettings settings = new RunSettings();

    @Override
    public Integer call() {
        Path folder = temporary();
        try {
            return check(folder).code();
        } finally {
            remove(folder);
        }
    }

    private ExitStatus check(Path temporary) {
        Path path = temporary.resolve("run");
        RunOutputDirectory folder = RunOutputDirectory.at(path);
        RunPlan plan = settings.plan(new RunDirectory(path));
        if (!plan.hosts().local()) {
            throw Problem.of("--hosts")
                    .expected("none, or only local hosts: t2q check-app uses one host")
                    .exception();
        }
        ProcessGroup.requireSignals();
        Preflight preflight = new Preflight(plan);
        plan.warnings().forEach(this::warn);
        preflight.application();
        settings.provideRecording();
        ReplayerProtocol.Checked input = preflight.input();
        input.warnings().forEach(this::warn);
        ApplicationCheck check = new ApplicationCheck(plan, input);
        Progress progress = Progress.onStandardError();
        RunSequence runs = new RunSequence(progress);
        return InterruptHook.during(runs::interrupt, progress, () -> {
            try (RunOutputDirectory unused = folder.create()) {
                return check.run(runs, progress, output());
            } finally {
                remove(temporary); // an interrupted JVM exits as soon as this returns
            }
        });
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("t2q-check-app-");
        } catch (IOException e) {
            throw Problem.ofFault("the temporary directory cannot be created: " + IoReason.of(e))
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static void remove(Path folder) {
        try {
            DirectoryTree.remove(folder);
        } catch (IOException e) {
            throw Problem.of(folder).fault("cannot be removed", e).failure(e);
        }
    }
}
