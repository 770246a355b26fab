/** Tables and figures for terminals and pages. */
@NullMarked
package org.ticktoquote.report.table;

import org.jspecify.annotations.NullMarked;
