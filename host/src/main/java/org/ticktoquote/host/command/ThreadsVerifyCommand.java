package org.ticktoquote.host.command;

import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.host.manage.ThreadManager;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code t2q threads verify}: compares masks with the plan that is in force. */
@Command(
        name = "verify",
        description = {
            "Compares the mask of every thread of a process with the plan that t2q threads apply applied last.",
            "",
            "Changes nothing. Status 4 where a thread is not where the plan has it."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Examples:", "  t2q threads verify --pid 4711"})
final class ThreadsVerifyCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final ManagedProcessOption process = new ManagedProcessOption();

    @Override
    public Integer call() {
        return process.perform(spec, ThreadManager::verify);
    }
}
