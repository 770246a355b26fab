package org.ticktoquote.harness.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.harness.hosts.InventoryFile;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.run.RunPlan;
import picocli.CommandLine.Option;

/** Options that select the hosts of the processes. */
@OptionGroup(
        value = "Hosts and threads",
        common = {"--hosts"})
final class InventoryOptions {
    @Option(
            names = "--hosts",
            paramLabel = "FILE",
            description = "inventory of ssh hosts; see docs/run.md (default: this host only)")
    private @Nullable Path file;

    @Option(
            names = "--application-host",
            paramLabel = "NAME",
            description = "inventory host of the application (default: the first)")
    private @Nullable String application;

    /** Returns whether there is an inventory. */
    boolean given() {
        return file != null;
    }

    /** Returns invalid combinations of these options. */
    List<Problem> problems() {
        return application != null && file == null
                ? List.of(Problem.of("--application-host").value(application).expected("only with --hosts"))
                : List.of();
    }

    /**
     * Returns the assignment of processes to hosts. Fails if it is not possible.
     *
     * @param chosenHost host of the application, which takes precedence over the option
     */
    Inventory inventory(boolean attached, String feed, List<Path> plugins, Optional<String> chosenHost) {
        Path inventory = file;
        if (inventory == null) {
            return Inventory.LOCAL;
        }
        Inventory read = ProblemException.under("--hosts", () -> InventoryFile.read(inventory));
        Inventory chosen = chosenHost
                .or(() -> Optional.ofNullable(application))
                .map(name -> chosen(read, name))
                .orElse(read);
        List<InventoryHost> unreachable =
                chosen.withoutAddress(RunPlan.feedBinding(feed, plugins) == FeedBinding.REPLAYER);
        if (!unreachable.isEmpty()) {
            String names = unreachable.stream().map(InventoryHost::name).collect(Collectors.joining(", "));
            throw Problem.of(inventory)
                    .fault("other hosts must reach " + names)
                    .expected("the key 'address'")
                    .under("--hosts")
                    .exception();
        }
        if (attached && !chosen.application().local()) {
            throw Problem.of("--attach")
                    .fault("an attached application must run on this host")
                    .expected("a local host as application in " + file)
                    .exception();
        }
        return chosen;
    }

    private Inventory chosen(Inventory inventory, String name) {
        return inventory
                .withApplicationOn(name)
                .orElseThrow(() -> Problem.of("--application-host")
                        .value(name)
                        .expected("one of "
                                + inventory.applications().stream()
                                        .map(InventoryHost::name)
                                        .collect(Collectors.joining(", ")))
                        .exception());
    }
}
