/** Makes plans of CPU sets from a thread graph: search, prediction, file, page and script. */
@NullMarked
package org.ticktoquote.host.plan;

import org.jspecify.annotations.NullMarked;
