/** Sources of facts about a host: its own files and tools, or a recorded tree of them. */
@NullMarked
package org.ticktoquote.host.source;

import org.jspecify.annotations.NullMarked;
