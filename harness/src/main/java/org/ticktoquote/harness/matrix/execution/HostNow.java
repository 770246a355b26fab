package org.ticktoquote.harness.matrix.execution;

import java.util.Optional;
import org.ticktoquote.harness.hosts.HostVisit;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.ssh.SshVisit;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.host.need.HostRequirement;
import org.ticktoquote.host.need.HostSheet;
import org.ticktoquote.host.source.LiveHost;

/** Whether the host of a case still is what the case needs: another kernel may run there since it was asked. */
final class HostNow {
    private HostNow() {}

    /** Why the case cannot run there now; empty when it can. Asks the host; refuses when it cannot be reached. */
    static Optional<String> objection(ResolvedCase.Ready cell) {
        return cell.testCase().host().equals(HostRequirement.NONE)
                ? Optional.empty()
                : cell.objection(sheet(cell.host()));
    }

    private static HostSheet sheet(InventoryHost host) {
        if (host.local()) {
            return HostSheet.of(new LiveHost());
        }
        try (HostVisit visit = SshVisit.open(host)) {
            return visit.operations().sheet();
        }
    }
}
