package org.ticktoquote.host.topology;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.host.machine.UsableCpus.MemoryNodes;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology.CpuPosition;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** XML of {@code lstopo} (hwloc 2.x). External entities resolve to nothing, so no other file is read. */
record LstopoFile(Path file, Element root) {
    private static final String EXPECTED = "XML of hwloc 2.x, as lstopo --of xml writes it";
    private static final String NETWORK_DEVICE = "2";
    private static final int MAX_NODES = 1024;
    private static final int LATENCY = 4;

    static CpuTopology read(Path file) {
        try (InputStream in = Files.newInputStream(UserPath.input(file))) {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader("")));
            builder.setErrorHandler(null);
            return new LstopoFile(file, builder.parse(in).getDocumentElement()).topology();
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(e);
        } catch (SAXException | ParserConfigurationException e) {
            Place place = e instanceof SAXParseException at
                    ? new Place(file.toString(), at.getLineNumber(), at.getColumnNumber())
                    : new Place(file.toString(), 0, 0);
            throw Problem.ofFault("is not XML").expected(EXPECTED).at(place).exception(e);
        }
    }

    private CpuTopology topology() {
        String version = root.getAttribute("version");
        if (!root.getTagName().equals("topology")) {
            throw wrong("root element", root.getTagName());
        }
        if (version.isEmpty()) {
            throw Problem.of(file)
                    .fault("has no version, as files of hwloc 1.x have none")
                    .expected(EXPECTED)
                    .exception();
        }
        if (!version.matches("2([.].*)?")) {
            throw wrong("version", version);
        }
        CpuList allowed = objects("Machine")
                .map(each -> bits(each, "allowed_cpuset"))
                .findFirst()
                .orElse(CpuList.none());
        List<CpuList> sockets = sets("Package");
        List<CpuList> cores = sets("Core");
        List<CpuList> llcs = Stream.of("L5Cache", "L4Cache", "L3Cache", "L2Cache", "Package")
                .flatMap(level -> sets(level).stream())
                .toList();
        Map<Integer, CpuList> nodes = new TreeMap<>();
        objects("NUMANode")
                .forEach(each -> nodes.put(number("os_index", each.getAttribute("os_index")), bits(each, "cpuset")));
        List<Integer> numbers = List.copyOf(nodes.keySet());
        List<CpuList> ofNodes = List.copyOf(nodes.values());
        List<CpuPosition> positions = objects("PU")
                .map(each -> number("os_index", each.getAttribute("os_index")))
                .filter(cpu -> allowed.isEmpty() || allowed.contains(cpu))
                .sorted()
                .map(cpu -> new CpuPosition(
                        cpu,
                        indexOf(cores, cpu, cores.size() + cpu),
                        indexOf(llcs, cpu, 0),
                        indexOf(sockets, cpu, 0),
                        numbers.isEmpty() ? 0 : numbers.get(indexOf(ofNodes, cpu, 0))))
                .toList();
        if (positions.isEmpty()) {
            throw Problem.of(file).fault("names no CPU").expected(EXPECTED).exception();
        }
        return new CpuTopology(positions, CpuList.none(), new MemoryNodes(adapters(), distances()));
    }

    private ProblemException wrong(String attribute, String value) {
        return Problem.of(attribute)
                .value(value)
                .expected(EXPECTED)
                .at(new Place(file.toString(), 0, 0))
                .exception();
    }

    private Stream<Element> elements(String name) {
        NodeList found = root.getElementsByTagName(name);
        return IntStream.range(0, found.getLength()).mapToObj(found::item).map(Element.class::cast);
    }

    private Stream<Element> objects(String type) {
        return elements("object").filter(each -> each.getAttribute("type").equals(type));
    }

    private List<CpuList> sets(String type) {
        return objects(type).map(each -> bits(each, "cpuset")).toList();
    }

    private static int indexOf(List<CpuList> sets, int cpu, int otherwise) {
        return IntStream.range(0, sets.size())
                .filter(i -> sets.get(i).contains(cpu))
                .findFirst()
                .orElse(otherwise);
    }

    private int number(String attribute, String digits) {
        if (!digits.matches("[0-9]{1,4}")) {
            throw wrong(attribute, digits);
        }
        return Integer.parseInt(digits);
    }

    /** Parses hexadecimal words of 32 bits, highest first: {@code 0x00000001,0xffffffff}. An empty word is 0. */
    private CpuList bits(Element element, String attribute) {
        String text = element.getAttribute(attribute);
        String[] words = text.split(",", -1);
        BitSet bits = new BitSet();
        for (int i = 0; i < words.length; i++) {
            if (!words[i].matches("(0x[0-9a-f]{1,8})?") || words.length > MAX_NODES) {
                throw wrong(attribute, text);
            }
            long word = words[i].isEmpty() ? 0 : Long.parseLong(words[i].substring(2), 16);
            int offset = (words.length - 1 - i) * Integer.SIZE;
            BitSet.valueOf(new long[] {word}).stream().forEach(bit -> bits.set(offset + bit));
        }
        return CpuList.of(bits);
    }

    /** Returns the network devices with the node of the nearest enclosing object with a node set, if it is a single node. */
    private Map<String, Integer> adapters() {
        Map<String, Integer> adapters = new LinkedHashMap<>();
        objects("OSDev")
                .filter(each -> each.getAttribute("osdev_type").equals(NETWORK_DEVICE))
                .forEach(device -> {
                    Node around = device;
                    while (around instanceof Element element
                            && element.getAttribute("nodeset").isEmpty()) {
                        around = element.getParentNode();
                    }
                    CpuList node = around instanceof Element element ? bits(element, "nodeset") : CpuList.none();
                    if (node.count() == 1) {
                        adapters.put(device.getAttribute("name"), node.last());
                    }
                });
        return adapters;
    }

    private Map<Integer, List<Integer>> distances() {
        Map<Integer, List<Integer>> rows = new LinkedHashMap<>();
        elements("distances2")
                .filter(each -> each.getAttribute("type").equals("NUMANode")
                        && (number("kind", each.getAttribute("kind")) & LATENCY) != 0)
                .findFirst()
                .ifPresent(matrix -> {
                    List<Integer> nodes = numbers(matrix, "indexes");
                    List<Integer> values = numbers(matrix, "u64values");
                    for (int from = 0; values.size() == nodes.size() * nodes.size() && from < nodes.size(); from++) {
                        Integer[] row = new Integer[Collections.max(nodes) + 1];
                        Arrays.fill(row, CpuTopology.OWN_DISTANCE);
                        for (int to = 0; to < nodes.size(); to++) {
                            row[nodes.get(to)] = values.get(from * nodes.size() + to);
                        }
                        rows.put(nodes.get(from), List.of(row));
                    }
                });
        return rows;
    }

    private List<Integer> numbers(Element matrix, String name) {
        NodeList parts = matrix.getElementsByTagName(name);
        return IntStream.range(0, parts.getLength())
                .mapToObj(i -> parts.item(i).getTextContent().trim().split("\\s+", -1))
                .flatMap(Arrays::stream)
                .map(each -> number(name, each))
                .toList();
    }
}
