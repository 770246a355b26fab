/** Thread graphs: threads of an application and its surroundings, and the wake-ups between them. */
@NullMarked
package org.ticktoquote.host.graph;

import org.jspecify.annotations.NullMarked;
