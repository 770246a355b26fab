/** Tables and figures, made once and shown on a terminal and on a page. */
@NullMarked
package org.ticktoquote.report.table;

import org.jspecify.annotations.NullMarked;
