package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Severity.WARNING;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.ticktoquote.host.change.FileSetting;
import org.ticktoquote.host.source.Reading;

/** The way of a packet through the kernel: where it waits, is lost or is filtered. */
final class PacketItems {
    static final Map<String, Function<View, Answer>> LOOKS = Map.ofEntries(
            entry("packet-backlog", view -> softnet(view, "net.core.netdev_max_backlog", 10_000, 1, "lost")),
            entry("packet-budget", view -> softnet(view, "net.core.netdev_budget", 600, 2, "used up")),
            entry("queue-discipline", PacketItems::discipline),
            entry("packet-filters", PacketItems::filters));

    private static final Set<String> SHAPERS =
            Set.of("netem", "tbf", "htb", "hfsc", "cake", "cbq", "plug", "red", "etf");
    private static final Pattern DISCIPLINE = Pattern.compile("(?m)^qdisc (\\S+) \\S+ dev (\\S+)");
    private static final Pattern RULE =
            Pattern.compile("(?m)^\\t\\t(?!\\t|typ|elements|flags|timeout|size|gc-|auto-|comment|policy|}).+");
    private static final int HEX = 16;

    private PacketItems() {}

    /** Sums a column of hexadecimal counts, one line a CPU, that begin with the boot. */
    private static Answer softnet(View view, String parameter, long enough, int column, String what) {
        Reading table = view.host().file("/proc/net/softnet_stat");
        Reading value = view.sysctl(parameter);
        if (!table.known() || value.number().isEmpty()) {
            return Answer.unknown(table.known() ? value.noNumber() : table);
        }
        long count = 0;
        for (String line : table.or("").lines().toList()) {
            String[] words = line.trim().split("\\s+", -1);
            if (words.length <= column || !words[column].matches("[0-9a-f]{1,8}")) {
                return Answer.unknown("/proc/net/softnet_stat holds no counts");
            }
            count += Long.parseLong(words[column], HEX);
        }
        String times = count == 0 ? "never " + what : what + " " + count + " times since the boot";
        String found = value.or("") + ", " + times;
        return count == 0 || value.number().getAsLong() >= enough
                ? Answer.fit(found)
                : Answer.deviates(found, List.of(FileSetting.sysctl(parameter, Long.toString(enough))));
    }

    private static Answer discipline(View view) {
        Reading shown = view.host().tool("tc", "qdisc", "show");
        if (!shown.known()) {
            return Answer.unknown(shown);
        }
        Set<String> found = new LinkedHashSet<>();
        Set<String> shapers = new LinkedHashSet<>();
        DISCIPLINE.matcher(shown.or("")).results().forEach(each -> {
            found.add(each.group(1));
            if (SHAPERS.contains(each.group(1))) {
                shapers.add(each.group(1) + " on " + each.group(2));
            }
        });
        return shapers.isEmpty()
                ? Answer.fit(String.join(", ", found))
                : Answer.deviates(String.join(", ", shapers), "tc qdisc del dev DEVICE root");
    }

    private static Answer filters(View view) {
        Reading tracked = view.sysctl("net.netfilter.nf_conntrack_count");
        Reading most = view.sysctl("net.netfilter.nf_conntrack_max");
        Reading rules = view.host().tool("nft", "list", "ruleset");
        Reading tables = view.host().file("/proc/net/ip_tables_names");
        List<String> found = new ArrayList<>();
        long connections = tracked.number().orElse(0);
        if (connections > 0) {
            found.add(connections + " of " + most.or("?") + " connections tracked");
        }
        long count = RULE.matcher(rules.or("")).results().count();
        if (count > 0) {
            found.add(count + " rules of nftables");
        }
        if (!tables.or("").isBlank()) {
            found.add("tables of iptables: "
                    + String.join(", ", tables.or("").lines().toList()));
        }
        if (found.isEmpty()) {
            return rules.known() ? Answer.fit("none") : Answer.unknown(rules);
        }
        Answer answer = Answer.deviates(
                String.join("; ", found), "stop the firewall (firewalld, nftables), or exempt the path with notrack");
        boolean full = connections > 0 && most.number().orElse(Long.MAX_VALUE) < connections + connections / 10;
        return full ? answer.weighing(WARNING) : answer;
    }
}
