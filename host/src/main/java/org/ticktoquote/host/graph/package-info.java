/** Thread graphs: the threads of an application and its surroundings, and who wakes whom. */
@NullMarked
package org.ticktoquote.host.graph;

import org.jspecify.annotations.NullMarked;
